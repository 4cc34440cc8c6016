// Writes the document of the HEIC sandbox as /heic.html. In development and in tests it is served with the production policy.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { HEIC_SANDBOX_HTML, HEIC_SANDBOX_PATH } from '../../server/contract/heicSandbox.ts'
import { headerSets } from '../../server/http/headers.ts'

/** The package ships this plain script, but does not list it in its exports. */
const IIFE = join(dirname(createRequire(import.meta.url).resolve('heic-to')), 'iife/heic-to.js')

/** Vite plugin that emits and serves the HEIC sandbox's page. */
export const heicSandbox = (): Plugin => ({
  name: 'heic-sandbox',
  config: () => ({
    optimizeDeps: { exclude: ['heic-to'] }, // imported as text, not as a module
    resolve: { alias: [{ find: /^heic-to\/iife(?=\?)/, replacement: IIFE }] },
  }),
  configureServer(server) {
    server.middlewares.use(HEIC_SANDBOX_PATH, (_, response) => {
      const { heicSandbox } = headerSets({ publicOrigin: 'http://127.0.0.1', hstsSubdomains: false })
      for (const [name, value] of heicSandbox) response.setHeader(name, value)
      response.setHeader('Content-Type', 'text/html')
      response.end(HEIC_SANDBOX_HTML)
    })
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: HEIC_SANDBOX_PATH.slice(1), source: HEIC_SANDBOX_HTML })
  },
})
