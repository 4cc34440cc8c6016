// First of all: Pixi compiles its uniform code at run time unless told otherwise, and our CSP forbids that.
import 'pixi.js/unsafe-eval'
import { WebGLRenderer } from 'pixi.js'

/** Starts a renderer that shows nothing: painters use it where no stage is. The caller destroys it. */
export async function createOffscreenRenderer(): Promise<WebGLRenderer> {
  const renderer = new WebGLRenderer()
  await renderer.init({ width: 16, height: 16, backgroundAlpha: 0, antialias: true })
  return renderer
}
