// Writes the HEIC decoder's cage as /heic.html. In development and in tests it is served with the production policy.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { CAGE_HTML, CAGE_PATH } from '../../server/contract/cage.ts'
import { headerSets } from '../../server/http/headers.ts'

/** The package ships this plain script, but does not list it in its exports. */
const IIFE = join(dirname(createRequire(import.meta.url).resolve('heic-to')), 'iife/heic-to.js')

export const heicCage = (): Plugin => ({
  name: 'heic-cage',
  config: () => ({
    optimizeDeps: { exclude: ['heic-to'] }, // imported as text, not as a module
    resolve: { alias: [{ find: /^heic-to\/iife(?=\?)/, replacement: IIFE }] },
  }),
  configureServer(server) {
    server.middlewares.use(CAGE_PATH, (_, response) => {
      for (const [name, value] of headerSets('http://127.0.0.1').cage) response.setHeader(name, value)
      response.setHeader('Content-Type', 'text/html')
      response.end(CAGE_HTML)
    })
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: CAGE_PATH.slice(1), source: CAGE_HTML })
  },
})
