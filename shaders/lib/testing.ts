/** What the shader tests share: a bare renderer, readback in the target's own numbers, and drawn coverage. */
import 'pixi.js/unsafe-eval' // as the editor does: its policy forbids generated code
import { Container, type RenderTexture, type TextureSource, WebGLRenderer } from 'pixi.js'
import type { Grid } from './grid.ts'

/** Creates a WebGL renderer for tests. */
export async function createRenderer(): Promise<WebGLRenderer> {
  const renderer = new WebGLRenderer()
  await renderer.init({ width: 8, height: 8, antialias: false })
  return renderer
}

/** Clears a target that lies on `grid` and draws into it a view whose unit is document px. */
export function drawOn(renderer: WebGLRenderer, view: Container, target: RenderTexture, grid: Grid): void {
  const root = new Container({ children: [view] })
  root.scale.set(grid.scale)
  root.position.set(-grid.x, -grid.y)
  renderer.render({ container: root, target, clear: true, clearColor: [0, 0, 0, 0] })
  root.removeChild(view)
  root.destroy()
}

/** Reads a texture back: RGBA bytes, premultiplied, top row first. */
export function readBytes(renderer: WebGLRenderer, target: RenderTexture): Uint8Array {
  renderer.renderTarget.bind({ target, clear: false })
  const { pixelWidth, pixelHeight } = target.source
  const bytes = new Uint8Array(pixelWidth * pixelHeight * 4)
  renderer.gl.readPixels(0, 0, pixelWidth, pixelHeight, renderer.gl.RGBA, renderer.gl.UNSIGNED_BYTE, bytes)
  return bytes
}

/** Reads back the first channel of an integer texture, top row first. */
export function readIntegers(renderer: WebGLRenderer, source: TextureSource): Int32Array {
  const { gl } = renderer
  const framebuffer = gl.createFramebuffer()
  const { pixelWidth: width, pixelHeight: height } = source
  renderer.texture.bindSource(source, 0)
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer)
  gl.framebufferTexture2D(
    gl.FRAMEBUFFER,
    gl.COLOR_ATTACHMENT0,
    gl.TEXTURE_2D,
    renderer.texture.getGlSource(source).texture,
    0,
  )
  const all = new Int32Array(width * height * 4)
  gl.readPixels(0, 0, width, height, gl.RGBA_INTEGER, gl.INT, all)
  gl.deleteFramebuffer(framebuffer)
  renderer.renderTarget.adaptor.contextChange() // the framebuffer was changed behind Pixi's back
  return all.filter((_, i) => i % 4 === 0)
}

/** Returns the coverage (alpha bytes, row-major) of what `draw` paints on an empty canvas of this size, px. */
export function drawCoverage(
  width: number,
  height: number,
  draw: (context: OffscreenCanvasRenderingContext2D) => void,
) {
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('no 2D context')
  draw(context)
  const { data } = context.getImageData(0, 0, width, height)
  return { width, height, bytes: data.filter((_, i) => i % 4 === 3) as unknown as Uint8Array<ArrayBuffer> }
}
