/** Replaces the function with which Vite loads lazy chunks by our own, which retries a failed request. */
import { join } from 'node:path'
import type { Plugin } from 'vite'

const VITE_PRELOAD_HELPER = '\0vite/preload-helper.js'
const IMPORT_WITH_RETRY = join(import.meta.dirname, '../../client/kit/base/importWithRetry.ts')

/** Vite plugin that puts `client/kit/base/importWithRetry.ts` in place of Vite's helper for lazy imports. */
export const importWithRetry = (): Plugin => ({
  name: 'import-with-retry',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    id === VITE_PRELOAD_HELPER
      ? `export { importWithRetry as __vitePreload } from ${JSON.stringify(IMPORT_WITH_RETRY)}`
      : null,
})
