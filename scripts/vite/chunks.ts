/**
 * Groups the modules of a page into a few chunks, because each file costs a round trip over HTTP/1.1. Also adds retries
 * to the loading of lazy chunks.
 */
import { join } from 'node:path'
import type { Plugin } from 'vite'

interface ModuleInfo {
  readonly isEntry?: boolean
  readonly importedIds: readonly string[]
  readonly dynamicallyImportedIds: readonly string[]
}
/** The module graph of a build. */
interface Modules {
  getModuleInfo(id: string): ModuleInfo | null
}
interface Pages {
  start: string
  editor: string
  /** entry of the page that `midground render` opens; visitors don't load it */
  render: string
  /** entry of the editor's graphics, loaded with the first photo */
  graphics: string
}

const CLIENT = join(import.meta.dirname, '../../client')
const PAGES: Pages = {
  start: join(CLIENT, 'app/start/main.tsx'),
  editor: join(CLIENT, 'app/routes/EditorPage.tsx'),
  render: join(CLIENT, 'app/headless/render.ts'),
  graphics: join(CLIENT, 'editor/workspace/graphics.ts'),
}

/**
 * Returns the chunk groups of one build for Rolldown's `codeSplitting.groups`: 'start' (the code that every page loads
 * first), 'pdf' (the PDF library), and the groups of `editorFiles`. Call it for each build.
 */
export function groups() {
  let places: ReturnType<typeof editorFiles> | null = null
  const placeOf = (id: string, modules: Modules) => {
    places ??= editorFiles(modules)
    return places.get(id) ?? null
  }
  return [
    { name: 'start', tags: ['$initial' as const], priority: 1 },
    // makes a separate chunk, which scripts/offline finds by its name
    {
      name: 'pdf',
      test: /[\\/]node_modules[\\/](?:@cantoo|culori|node-html-better-parser|html-entities)[\\/]/,
      // leaves out fflate and tslib; otherwise the editor, which uses both, would load the whole PDF chunk
      includeDependenciesRecursively: false,
    },
    { name: placeOf, includeDependenciesRecursively: false },
  ]
}

/**
 * The chunk group of a worker's build: all modules that load with the worker, except its own. Otherwise the worker's
 * lazy chunks would import the worker's own script, which WebKit can then run a second time in the same worker.
 */
export const workerGroups = [
  {
    name: (id: string, modules: Modules) => (modules.getModuleInfo(id)?.isEntry ? null : 'worker-start'),
    debugName: 'worker-start',
    tags: ['$initial' as const],
  },
]

/**
 * Selects the files to preload for a page or a lazy import, as Vite's `resolveDependencies`. For an import, omits files
 * that every page has loaded, because Firefox reports an error for their preloading.
 */
export const notYetLoaded = (_: string, files: string[], { hostType }: { hostType: 'html' | 'js' }): string[] =>
  hostType === 'html' ? files : files.filter((file) => !/\b(?:start|rolldown-runtime)-[\w-]+\.js$/.test(file))

/**
 * Assigns modules to chunks. 'graphics': modules that paint. 'common': modules that the editor shares with other pages.
 * 'editor': all other modules that load with the editor. Lazily imported modules aren't assigned. Returns the chunk by
 * module id.
 */
export function editorFiles(modules: Modules, { start, editor, render, graphics }: Pages = PAGES) {
  const pages = [...reachable([start], modules)].flatMap(
    (id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [],
  )
  const others = reachable(
    pages.filter((page) => page !== editor && page !== render),
    modules,
  )
  const files = new Map<string, 'editor' | 'common' | 'graphics'>()
  for (const id of reachable([graphics], modules)) files.set(id, 'graphics')
  for (const id of reachable([editor], modules)) files.set(id, others.has(id) ? 'common' : 'editor')
  return files
}

/** Returns the modules and all their direct and indirect static imports. */
function reachable(from: readonly string[], modules: Modules): ReadonlySet<string> {
  const found = new Set(from)
  for (const id of found) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}

/** Module of Vite's function that loads lazy chunks. */
const VITE_PRELOAD_HELPER = '\0vite/preload-helper.js'
const IMPORT_WITH_RETRY = join(import.meta.dirname, '../../client/kit/browser/importWithRetry.ts')

/** Vite plugin that replaces Vite's preload helper with `client/kit/browser/importWithRetry.ts`. */
export const importWithRetry = (): Plugin => ({
  name: 'import-with-retry',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    id === VITE_PRELOAD_HELPER
      ? `export { importWithRetry as __vitePreload } from ${JSON.stringify(IMPORT_WITH_RETRY)}`
      : null,
})
