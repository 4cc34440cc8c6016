import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Builds the prerendering entry into `folder` and runs it. Resolves with the HTML of each page's first picture, by address,
 * as the components themselves render it.
 */
export async function prerenderPages(folder: string): Promise<Readonly<Record<string, string>>> {
  await build({
    root: ROOT,
    logLevel: 'warn',
    define: { BroadcastChannel: 'undefined' }, // there are no other tabs, and an open channel would keep the build going
    build: { ssr: 'client/app/prerender/prerender.tsx', outDir: folder, copyPublicDir: false, manifest: false },
  })
  const built: typeof import('../../client/app/prerender/prerender.tsx') = await import(
    pathToFileURL(join(folder, 'prerender.js')).href
  )
  return built.prerenderPages()
}
