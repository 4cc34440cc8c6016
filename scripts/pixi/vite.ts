// When Pixi is loaded it tests whether 2D canvases support the blend mode "multiply", for its canvas renderer, which we do
// not use. The test reads pixels back from the GPU and blocks the page meanwhile, so this plugin answers it.
import type { Plugin } from 'vitest/config'

const TEST_MODULE = /pixi\.js\/lib\/rendering\/renderers\/canvas\/utils\/canUseNewCanvasBlendModes\.mjs$/

/** Vite plugin that replaces Pixi's test of 2D blend modes by its answer. */
export const pixi = (): Plugin => ({
  name: 'pixi',
  apply: 'build',
  transform: {
    filter: { id: TEST_MODULE },
    handler: () => ({ code: 'export const canUseNewCanvasBlendModes = () => true', map: null }),
  },
})
