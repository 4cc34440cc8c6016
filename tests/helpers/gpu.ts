/** Functions for pixel tests: a renderer, unpremultiplied bitmaps, and reading pixels back. */
import 'pixi.js/unsafe-eval' // the product's content security policy forbids eval
import {
  BufferImageSource,
  Container,
  RenderTexture,
  type TEXTURE_FORMATS,
  TextureSource,
  type TextureSourceOptions,
  WebGLRenderer,
} from 'pixi.js'
import { afterAll, expect, onTestFinished } from 'vitest'
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { tilesOf } from '#client/kit/geometry/rect.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import { straightBitmap } from '#client/model/assets/straightAlpha.ts'
import type { Grid } from '#shaders/lib/quad.ts'
import { randomFrom } from './random.ts'

/** Creates a renderer for all tests of a file. It is destroyed after the tests. */
export async function sharedRenderer(): Promise<WebGLRenderer> {
  const renderer = new WebGLRenderer()
  await renderer.init({ width: 16, height: 16, backgroundAlpha: 0, antialias: false })
  afterAll(() => renderer.destroy())
  return renderer
}

/**
 * Returns a bitmap of unpremultiplied RGBA bytes, made as the importer makes it. The colors of pixels with alpha 0 are
 * unchanged.
 */
export const bitmapOf = (rgba: Uint8ClampedArray<ArrayBuffer>, width: number, height: number) =>
  straightBitmap(new ImageData(rgba, width, height))

/** Adds a photo of unpremultiplied RGBA bytes to the asset store. Returns its id, size and transparency. */
export async function putBitmap(
  assets: AssetStore,
  rgba: Uint8ClampedArray<ArrayBuffer>,
  { width, height }: Size,
  hasAlpha = false,
) {
  const bitmap = await bitmapOf(rgba.slice(), width, height)
  const asset = assets.put({ kind: 'bitmap', bitmap, width, height, hasAlpha, sha256: '' })
  return { asset, width, height, hasAlpha }
}

/** Calls `work` at the end of the current test or, outside tests, after all tests of the file. */
export function atEnd(work: () => void): void {
  if (expect.getState().currentTestName) onTestFinished(work)
  else afterAll(work)
}

export function target(width: number, height: number, format: TEXTURE_FORMATS = 'rgba8unorm'): RenderTexture {
  return new RenderTexture({ source: new TextureSource({ width, height, format }) })
}

/** Renders `root` to an empty texture and reads the pixels back, as floats for a float format, otherwise as bytes. */
export function rendered(
  renderer: WebGLRenderer,
  root: Container,
  width: number,
  height: number,
  format: 'rgba8unorm' | 'rgba32float' = 'rgba8unorm',
) {
  const texture = target(width, height, format)
  const stage = new Container({ children: [root] })
  renderer.render({ container: stage, target: texture, clear: true, clearColor: [0, 0, 0, 0] })
  const pixels = format === 'rgba8unorm' ? bytesOf(renderer, texture) : floatsOf(renderer, texture)
  stage.removeChild(root)
  stage.destroy()
  texture.destroy(true)
  return pixels
}

/** Reads the texture's bytes back. They are premultiplied if the painter premultiplies. */
export function bytesOf(renderer: WebGLRenderer, texture: RenderTexture): Uint8Array {
  const { pixelWidth: width, pixelHeight: height } = texture.source
  const bytes = new Uint8Array(width * height * 4)
  attached(renderer, texture.source, (gl) => gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes))
  return bytes
}

function floatsOf(renderer: WebGLRenderer, texture: RenderTexture): Float32Array {
  const { pixelWidth: width, pixelHeight: height } = texture.source
  const floats = new Float32Array(width * height * 4)
  attached(renderer, texture.source, (gl) => gl.readPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, floats))
  return floats
}

function attached(renderer: WebGLRenderer, source: TextureSource, read: (gl: WebGL2RenderingContext) => void) {
  const gl = renderer.gl
  const framebuffer = gl.createFramebuffer()
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer)
  const { texture: handle } = renderer.texture.getGlSource(source)
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, handle, 0)
  read(gl)
  gl.deleteFramebuffer(framebuffer)
  renderer.resetState()
}

/** Returns a generator of reproducible random numbers from 0 to 255. `seed` selects the sequence. */
export function noise(seed: number): () => number {
  const random = randomFrom(seed)
  return () => (random() * 2 ** 32) & 255
}

/**
 * Returns the number of entries that differ, and the largest difference. If the lengths differ, the number is infinite.
 */
export function difference(a: ArrayLike<number>, b: ArrayLike<number>): { count: number; largest: number } {
  let count = a.length === b.length ? 0 : Number.POSITIVE_INFINITY
  let largest = 0
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const by = Math.abs((a[i] ?? 0) - (b[i] ?? 0))
    if (by > 0) count++
    if (by > largest) largest = by
  }
  return { count, largest }
}

/**
 * Returns the values in a part of an image. `size`: size of the whole image. `values`: the image's pixels, row-major.
 */
export function partOf(values: ArrayLike<number>, size: Size, { x, y, width, height }: Rect): number[] {
  const channels = values.length / (size.width * size.height)
  return Array.from({ length: width * height * channels }, (_, i) => {
    const row = Math.floor(i / (width * channels))
    return values[((y + row) * size.width + x) * channels + (i % (width * channels))] ?? 0
  })
}

/** Paints an image in one piece and in tiles, and expects equal bytes. `paint` returns the pixels of a part. */
export async function expectSameInTiles(
  size: Size,
  paint: (part: Rect) => ArrayLike<number> | Promise<ArrayLike<number>>,
): Promise<void> {
  const frame = { x: 0, y: 0, ...size }
  const whole = await paint(frame)
  for (const tile of tilesOf(frame, 67))
    expect(difference(await paint(tile), partOf(whole, size, tile)), JSON.stringify(tile)).toEqual({
      count: 0,
      largest: 0,
    })
}

/** Draws a view in document px to a target that is aligned to `grid`. Returns premultiplied bytes. */
export function drawnOn(renderer: WebGLRenderer, view: Container, grid: Grid): Uint8Array {
  const root = new Container({ children: [view], scale: grid.scale, position: { x: -grid.x, y: -grid.y } })
  const pixels = rendered(renderer, root, grid.width, grid.height) as Uint8Array
  root.removeChild(view)
  root.destroy()
  return pixels
}

/** Creates a texture of premultiplied RGBA bytes. It is destroyed at the end of the test. */
export function sourceOf(
  resource: Uint8Array<ArrayBuffer>,
  { width, height }: Size,
  options: Pick<TextureSourceOptions, 'alphaMode' | 'scaleMode'> = {},
): BufferImageSource {
  const source = new BufferImageSource({
    resource,
    width,
    height,
    format: 'rgba8unorm',
    alphaMode: 'premultiplied-alpha',
    ...options,
  })
  atEnd(() => source.destroy())
  return source
}

/** Reads the first channel of an integer texture back, top row first. */
export function readIntegers(renderer: WebGLRenderer, source: TextureSource): Int32Array {
  const { pixelWidth: width, pixelHeight: height } = source
  const all = new Int32Array(width * height * 4)
  attached(renderer, source, (gl) => gl.readPixels(0, 0, width, height, gl.RGBA_INTEGER, gl.INT, all))
  return all.filter((_, i) => i % 4 === 0)
}

/** Returns the size and the coverage (alpha bytes, row-major) of the shape that `draw` paints on an empty canvas. */
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
