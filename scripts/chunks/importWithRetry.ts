/** Puts our own way of loading around lazy imports: Vite keeps its way in a module of its own, which every build asks for. */
import { join } from 'node:path'
import type { Plugin } from 'vite'

const VITES_OWN = '\0vite/preload-helper.js'
const OURS = join(import.meta.dirname, '../../client/kit/base/importWithRetry.ts')

export const importWithRetry = (): Plugin => ({
  name: 'fetch-first',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id === VITES_OWN ? `export { fetchFirst as __vitePreload } from ${JSON.stringify(OURS)}` : null),
})
