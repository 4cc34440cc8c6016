import type { RenderTexture, WebGLRenderer } from 'pixi.js'
import { type Readback, startReadback } from '../../kit/base/readback.ts'

/**
 * Starts reading a texture back: RGBA8, top row first, not converted.
 * @throws when the WebGL context is lost.
 */
export function readTexture(renderer: WebGLRenderer, texture: RenderTexture): Readback {
  renderer.renderTarget.bind({ target: texture, clear: false })
  return startReadback(renderer.gl, texture)
}
