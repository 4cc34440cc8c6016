/** Records the npm packages in a bundle: the packages of its modules and of its assets. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** Folder of the recorded lists: `build/packages`. */
const LISTS = join(import.meta.dirname, '../../build/packages')

/** Returns the folder of the package that contains a module, or null for our own modules and virtual modules. */
export function packageFolder(id: string): string | null {
  const path = id.replace(/^\0/, '').replace(/\?.*$/, '')
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path.replaceAll('\\', '/'))?.[0] ?? null
}

/**
 * Returns two Vite plugins. `record` writes the folders of the bundled packages (relative to the root) to
 * build/packages. `collect` adds the packages of a bundle inside the bundle, such as a Web Worker.
 */
export function recordPackages(name: string): { record: Plugin; collect: Plugin } {
  const folders = new Set<string>()
  const add = (bundle: Rolldown.OutputBundle) => {
    const ids = Object.values(bundle).flatMap((output) =>
      output.type === 'chunk' ? output.moduleIds : output.originalFileNames,
    )
    for (const folder of ids.map(packageFolder)) if (folder) folders.add(folder.slice(folder.indexOf('node_modules/')))
  }
  const generateBundle = (_: unknown, bundle: Rolldown.OutputBundle) => add(bundle)
  return {
    collect: { name: 'collect-packages', apply: 'build', generateBundle },
    record: {
      name: 'record-packages',
      apply: 'build',
      generateBundle(_, bundle) {
        add(bundle)
        mkdirSync(LISTS, { recursive: true })
        writeFileSync(join(LISTS, `${name}.json`), JSON.stringify([...folders].sort(), null, 1))
      },
    },
  }
}

/** Returns the package folders that `recordPackages` wrote for the bundle `name`. */
export const recordedPackages = (name: string): string[] =>
  JSON.parse(readFileSync(join(LISTS, `${name}.json`), 'utf8'))
