import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '../..')

/** The first pictures, by address, drawn by the components themselves as they were just built; built into `folder`. */
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
