// Vite plugins for the HEIC decoders (in a sandbox), PixiJS and TensorFlow.js.
import type { Plugin } from 'vite'
import { HEIC_SANDBOX_HTML, HEIC_SANDBOX_PATH } from '../../server/contract/pages/heicSandbox.ts'
import { headerSets } from '../../server/http/headers.ts'

/**
 * Vite plugin that writes the document of the HEIC sandbox as /heic-sandbox.html. In development, it serves the
 * document with the production security policy.
 */
export const heicSandbox = (): Plugin => ({
  name: 'heic-sandbox',
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

const FACTORY = /tfjs-backend-wasm-threaded-simd\.js$/

/**
 * Vite plugin for the threads of TensorFlow.js's WebAssembly backend. A thread gets the source text of the backend's
 * factory function, without the variable `_scriptDir` around it. The function checks the variable with `typeof`, which
 * minification removes, so no thread would start. A thread doesn't need the variable, because it gets its script. The
 * build fails if the factory function has changed.
 */
export const wasmThreads = (): Plugin => ({
  name: 'wasm-threads',
  transform: {
    filter: { id: FACTORY },
    handler: (code) => {
      const patched = code
        .replace('typeof _scriptDir !== "undefined" && _scriptDir', 'false')
        .replace('scriptDirectory=_scriptDir', '')
        .replace('||_scriptDir', '')
      const [, body] = patched.split('function(WasmBackendModuleThreadedSimd)')
      if (!body || body.includes('_scriptDir')) throw new Error('the factory of the threads has changed')
      return { code: patched, map: null }
    },
  },
})
