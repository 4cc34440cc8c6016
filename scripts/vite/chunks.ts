/**
 * Groups the modules that a page loads into a few chunks, because each file costs a round trip over HTTP/1.1. Lazy chunks are
 * fetched again after a failed request.
 */
import { join } from 'node:path'
import type { Plugin } from 'vite'

interface ModuleInfo {
  readonly importedIds: readonly string[]
  readonly dynamicallyImportedIds: readonly string[]
}
/** The module graph of the build. */
interface Modules {
  getModuleInfo(id: string): ModuleInfo | null
}
interface Pages {
  start: string
  editor: string
  /** The page of the command line, which no visitor loads. */
  render: string
  /** The editor's entry for painting, loaded with the first photo. */
  graphics: string
}

const CLIENT = join(import.meta.dirname, '../../client')
const OURS: Pages = {
  start: join(CLIENT, 'app/start/main.tsx'),
  editor: join(CLIENT, 'app/routes/EditorPage.tsx'),
  render: join(CLIENT, 'app/render/render.ts'),
  graphics: join(CLIENT, 'editor/workspace/graphics.ts'),
}

/**
 * Returns one build's chunk groups for Rolldown's `codeSplitting.groups`: 'start' (the code that every page
 * loads first), 'pdf' (the PDF library), and the groups of `editorFiles`. Don't reuse the groups for another build.
 */
export function groups() {
  let places: ReturnType<typeof editorFiles> | null = null
  const placeOf = (id: string, modules: Modules) => {
    places ??= editorFiles(modules)
    return places.get(id) ?? null
  }
  return [
    { name: 'start', tags: ['$initial' as const], priority: 1 },
    // a separate chunk, which scripts/offline recognizes by its name
    { name: 'pdf', test: /[\\/]node_modules[\\/](?:@cantoo|culori|node-html-better-parser|html-entities)[\\/]/ },
    { name: placeOf, includeDependenciesRecursively: false },
  ]
}

/**
 * Returns the files that are preloaded for a page or a lazy import, as Vite's `resolveDependencies` does. For an import,
 * files that every page has loaded are left out, because Firefox reports their preloading as an error.
 */
export const notYetLoaded = (_: string, files: string[], { hostType }: { hostType: 'html' | 'js' }): string[] =>
  hostType === 'html' ? files : files.filter((file) => !/\b(?:start|rolldown-runtime)-[\w-]+\.js$/.test(file))

/**
 * Returns by module id the name of the chunk that contains it: 'graphics' for modules that paint, 'common' for modules that
 * the editor shares with other pages, 'editor' for the rest of the editor's start. Lazily imported modules are left out.
 */
export function editorFiles(modules: Modules, { start, editor, render, graphics }: Pages = OURS) {
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

/** Returns the modules and all that they import, directly or indirectly, but not lazily. */
function reachable(from: readonly string[], modules: Modules): ReadonlySet<string> {
  const found = new Set(from)
  for (const id of found) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}

/** Vite's function that loads lazy chunks. */
const VITE_PRELOAD_HELPER = '\0vite/preload-helper.js'
const IMPORT_WITH_RETRY = join(import.meta.dirname, '../../client/kit/base/importWithRetry.ts')

/** Vite plugin that replaces Vite's helper for lazy imports with `client/kit/base/importWithRetry.ts`. */
export const importWithRetry = (): Plugin => ({
  name: 'import-with-retry',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    id === VITE_PRELOAD_HELPER
      ? `export { importWithRetry as __vitePreload } from ${JSON.stringify(IMPORT_WITH_RETRY)}`
      : null,
})
