// Vite plugins for two npm packages: the HEIC decoder, which runs in a sandbox, and Pixi.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { HEIC_SANDBOX_HTML, HEIC_SANDBOX_PATH } from '../../server/contract/heicSandbox.ts'
import { headerSets } from '../../server/http/headers.ts'

const HEIC_TO = dirname(createRequire(import.meta.url).resolve('heic-to'))
/** The package ships these scripts, but does not list them in its exports. */
const SCRIPTS = [
  { find: /^heic-to\/iife(?=\?)/, replacement: join(HEIC_TO, 'iife/heic-to.js') },
  { find: /^heic-to\/libheif(?=\?)/, replacement: join(HEIC_TO, '../src/lib/libheif.js') },
]

/** Vite plugin that writes the document of the HEIC sandbox as /heic.html. A development server applies the production policy. */
export const heicSandbox = (): Plugin => ({
  name: 'heic-sandbox',
  config: () => ({
    optimizeDeps: { exclude: ['heic-to'] }, // because the package is imported as text, not as a module
    resolve: { alias: SCRIPTS },
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

const TEST_MODULE = /pixi\.js\/lib\/rendering\/renderers\/canvas\/utils\/canUseNewCanvasBlendModes\.mjs$/

/**
 * Vite plugin that replaces Pixi's test of the blend mode "multiply" in 2D canvases by a constant. The test reads
 * pixels back from the GPU and blocks the page, and only Pixi's unused canvas renderer needs its result.
 */
export const pixi = (): Plugin => ({
  name: 'pixi',
  apply: 'build',
  transform: {
    filter: { id: TEST_MODULE },
    handler: () => ({ code: 'export const canUseNewCanvasBlendModes = () => true', map: null }),
  },
})
