// Pixi asks as soon as it is there whether 2D canvases multiply colours, for a renderer on such canvases, which is none of
// ours. The answer is read back from the graphics card, and until it has come the page stands still.
import type { Plugin } from 'vitest/config'

const QUESTION = /pixi\.js\/lib\/rendering\/renderers\/canvas\/utils\/canUseNewCanvasBlendModes\.mjs$/

export const pixi = (): Plugin => ({
  name: 'pixi',
  apply: 'build',
  transform: {
    filter: { id: QUESTION },
    handler: () => ({ code: 'export const canUseNewCanvasBlendModes = () => true', map: null }),
  },
})
