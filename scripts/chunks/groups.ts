// What a page loads travels in a few files: many small ones cost a round trip each where the host speaks HTTP/1.1.
import { join } from 'node:path'

interface ModuleInfo {
  readonly importedIds: readonly string[]
  readonly dynamicallyImportedIds: readonly string[]
}
/** What the build knows of its modules. */
interface Modules {
  getModuleInfo(id: string): ModuleInfo | null
}
interface Pages {
  start: string
  editor: string
  /** The page of the command line: no visitor loads it. */
  render: string
  /** What the editor loads once there is something to paint. */
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
 * For one build: what loads with the first page, whichever it is; what the editor opens with; what other pages need too;
 * what paints.
 */
export function groups() {
  let places: ReturnType<typeof editorFiles> | null = null
  const placeOf = (id: string, modules: Modules) => {
    places ??= editorFiles(modules)
    return places.get(id) ?? null
  }
  return [
    { name: 'start', tags: ['$initial' as const], priority: 1 },
    { name: 'pdf', test: /[\\/]node_modules[\\/](?:@pdf-lib|pdf-lib)[\\/]/ }, // so that scripts/offline can tell it apart
    { name: placeOf, includeDependenciesRecursively: false },
  ]
}

/** What a lazy import asks for beforehand: not what every page has already, for Firefox calls that an error. */
export const notYetLoaded = (_: string, files: string[], { hostType }: { hostType: 'html' | 'js' }): string[] =>
  hostType === 'html' ? files : files.filter((file) => !/\b(?:start|rolldown-runtime)-[\w-]+\.js$/.test(file))

/** In which file the editor's modules travel; what only a part of it needs is not among them. */
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

/** All that is imported from there on, but not lazily. */
function reachable(from: readonly string[], modules: Modules): ReadonlySet<string> {
  const found = new Set(from)
  for (const id of found) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}
