/**
 * Converts colours of another space to sRGB with the browser's own colour management. The browser is exact only for
 * opaque pixels. So it gets images without alpha, in bands small enough for any canvas.
 */
import { writePng } from '#client/kit/base/png/writePng.ts'
import type { StraightPixels } from '../../file/applyOrientation.ts'

const BAND_PIXELS = 1 << 20

/**
 * Overwrites the colours of `rgba` with sRGB, and keeps alpha. `colourChunks`: PNG chunks that define the colour
 * space. `isGrey`: the browser gets a grey image, which a profile with one channel requires.
 */
export async function convertToSrgb(
  { width, height, rgba }: StraightPixels,
  colourChunks: readonly Uint8Array<ArrayBuffer>[],
  isGrey: boolean,
): Promise<void> {
  const rows = Math.max(1, Math.floor(BAND_PIXELS / width))
  for (let y = 0; y < height; y += rows) {
    const band = { width, height: Math.min(rows, height - y) }
    const part = rgba.subarray(4 * width * y, 4 * width * (y + band.height))
    const file = await writePng(band, dropAlpha(part, isGrey ? 1 : 3), {
      channels: isGrey ? 1 : 3,
      extra: colourChunks,
    })
    const bitmap = await createImageBitmap(file)
    const context = new OffscreenCanvas(band.width, band.height).getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('no 2D context')
    context.drawImage(bitmap, 0, 0)
    bitmap.close()
    const { data } = context.getImageData(0, 0, band.width, band.height)
    for (let i = 3; i < part.length; i += 4) data[i] = part[i] as number
    part.set(data)
  }
}

/** Returns the first `channels` samples of each pixel. */
function dropAlpha(rgba: Uint8ClampedArray, channels: number): Uint8Array {
  const out = new Uint8Array((rgba.length / 4) * channels)
  for (let i = 0, at = 0; i < rgba.length; i += 4) for (let c = 0; c < channels; c++) out[at++] = rgba[i + c] as number
  return out
}
