// Vite plugins for two npm packages: the HEIC decoder, which runs in a sandbox, and PixiJS.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { HEIC_SANDBOX_HTML, HEIC_SANDBOX_PATH } from '../../server/contract/heicSandbox.ts'
import { headerSets } from '../../server/http/headers.ts'

const HEIC_TO = dirname(createRequire(import.meta.url).resolve('heic-to'))
/** Scripts of the HEIC decoder that its package doesn't export. */
const SCRIPTS = [
  { find: /^heic-to\/iife(?=\?)/, replacement: join(HEIC_TO, 'iife/heic-to.js') },
  { find: /^heic-to\/libheif(?=\?)/, replacement: join(HEIC_TO, '../src/lib/libheif.js') },
]

/**
 * Vite plugin that writes the document of the HEIC sandbox as /heic.html. In development, it serves the document with
 * the production security policy.
 */
export const heicSandbox = (): Plugin => ({
  name: 'heic-sandbox',
  config: () => ({
    optimizeDeps: { exclude: ['heic-to'] }, // the client imports it as text
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
 * Vite plugin that removes a test from PixiJS: whether 2D canvases support the blend mode "multiply". The test reads
 * pixels from the GPU, which blocks the page, and only PixiJS's unused canvas renderer needs its result.
 */
export const pixi = (): Plugin => ({
  name: 'pixi',
  apply: 'build',
  transform: {
    filter: { id: TEST_MODULE },
    handler: () => ({ code: 'export const canUseNewCanvasBlendModes = () => true', map: null }),
  },
})
