import type { RenderTexture, WebGLRenderer } from 'pixi.js'
import { type Readback, startReadback } from '../../kit/base/readback.ts'

/** Bytes as they lie in the texture, top row first, RGBA8. Throws when the context is lost. */
export function readTexture(renderer: WebGLRenderer, texture: RenderTexture): Readback {
  renderer.renderTarget.bind({ target: texture, clear: false })
  return startReadback(renderer.gl, texture)
}
