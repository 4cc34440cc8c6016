import type { Size } from '../../geometry/geometry.ts'
import { converted, RAW_COLORS } from '../../pixels/color-space/colorSpace.ts'
import { writePng } from '../../pixels/png/writePng.ts'
import { throughTexture, withGraphics } from './graphics.ts'

/**
 * Self-check: returns true when the colors of a translucent PNG and of translucent ImageData survive unchanged. The PNG
 * and the ImageData are decoded to an ImageBitmap with straight alpha and uploaded to a texture.
 */
export async function keepsStraightAlpha(): Promise<boolean> {
  const known = pattern()
  const file = await writePng(PATTERN_SIZE, new Uint8Array(known.buffer))
  const arrives = async (source: ImageBitmapSource) => {
    const bitmap = await createImageBitmap(source, RAW_COLORS)
    const seen = await withGraphics((gl) => throughTexture(gl, PATTERN_SIZE, bitmap))
    bitmap.close()
    return isSame(seen, known)
  }
  return (await arrives(file)) && (await arrives(new ImageData(known, PATTERN_SIZE.width)))
}

/**
 * Self-check: returns true when the bytes read back from a texture equal the uploaded bytes. Browsers with
 * fingerprinting protection add noise.
 */
export async function readsExactly(): Promise<boolean> {
  const known = new Uint8Array(pattern().buffer)
  return isSame(await withGraphics((gl) => throughTexture(gl, PATTERN_SIZE, known)), known)
}

/**
 * Self-check: returns true if `getImageData` and the encoded PNG both contain exactly the written pixels.
 */
export async function writesExactly(): Promise<boolean> {
  const { width, height } = PATTERN_SIZE
  const known = pattern(true)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) return false
  context.putImageData(new ImageData(known, width), 0, 0)
  const bitmap = await createImageBitmap(await canvas.convertToBlob({ type: 'image/png' }), RAW_COLORS)
  const written = await withGraphics((gl) => throughTexture(gl, PATTERN_SIZE, bitmap))
  bitmap.close()
  return isSame(context.getImageData(0, 0, width, height).data, known) && isSame(written, known)
}

/** Maximum difference from the computed color in 8-bit codes, because browsers round differently. */
const CODE_TOLERANCE = 2

/**
 * Self-check: returns true when the drawing buffer accepts Display P3, so that wide-gamut screens can show Display P3
 * colors.
 */
export async function showsDisplayP3(): Promise<boolean> {
  const answer = await withGraphics((gl) => {
    if (!('drawingBufferColorSpace' in gl)) return false
    gl.drawingBufferColorSpace = 'display-p3'
    return convertsDrawingBuffer(gl)
  })
  return answer ?? false
}

/** Returns true when the 8-bit `codes` are near the `wanted` channels, which are 0..1. */
const isNear = (codes: ArrayLike<number>, wanted: readonly number[]): boolean =>
  wanted.every((value, i) => Math.abs(255 * value - (codes[i] ?? 0)) <= CODE_TOLERANCE)

function convertsDrawingBuffer(gl: WebGL2RenderingContext): boolean {
  const color = [0.6, 0.4, 0.3] as const
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!context) return false
  gl.bindFramebuffer(gl.FRAMEBUFFER, null)
  gl.clearColor(...color, 1)
  gl.clear(gl.COLOR_BUFFER_BIT)
  context.drawImage(gl.canvas, 0, 0)
  const { data } = context.getImageData(0, 0, 1, 1)
  return isNear(data, converted(color, 'display-p3', 'srgb'))
}

/** Size of the test pattern, px. */
const PATTERN_SIZE: Size = { width: 64, height: 64 }

/**
 * Returns the test pattern of the self-checks as straight RGBA, with many colors per alpha value. Neighboring pixels
 * always differ, so that noise changes them. With `isOpaque`, all alpha values are 255.
 */
function pattern(isOpaque = false): Uint8ClampedArray<ArrayBuffer> {
  const pixels = PATTERN_SIZE.width * PATTERN_SIZE.height
  const rgba = new Uint8ClampedArray(4 * pixels)
  for (let i = 0; i < pixels; i++)
    rgba.set([(i * 37 + 11) & 255, (i * 91 + 5) & 255, (i * 151 + (i >> 6)) & 255, isOpaque ? 255 : i & 255], 4 * i)
  return rgba
}

/** Returns true when both arrays have the same elements. Returns false when `a` is null. */
const isSame = (a: ArrayLike<number> | null, b: ArrayLike<number>): boolean =>
  a?.length === b.length && Array.prototype.every.call(a, (value, i) => value === b[i])
