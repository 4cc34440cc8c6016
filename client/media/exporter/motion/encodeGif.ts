import { applyPalette, GIFEncoder, quantize } from 'gifenc'
import { type Clip, type FrameEncoder, pixelsOf, ticksOf } from './frameEncoder.ts'

/** Bayer's 4 × 4 threshold matrix. The dither depends only on the position, so unchanged areas don't flicker. */
const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
/**
 * Strength of the dither in 8-bit levels: about half of the distance between neighboring colors in a palette of 256.
 */
const DITHER = 12

/**
 * Options for building the palette: colors are first quantized to 12 bits. 16 bits take seven times as long, with the
 * same error.
 */
const QUANTIZING = { format: 'rgb444' } as const

/** Opens an encoder of animated GIFs. All frames use the palette of the first frame. */
export function openGif({ size: { width, height }, fps }: Clip): FrameEncoder {
  const gif = GIFEncoder()
  let palette: number[][] | null = null
  let count = 0
  return {
    async add(frame) {
      const pixels = pixelsOf(frame)
      const isFirst = palette === null
      palette ??= quantize(pixels, 256, QUANTIZING)
      dither(pixels, width)
      const delay = 10 * ticksOf(count++, fps, 100)
      gif.writeFrame(applyPalette(pixels, palette), width, height, { delay, ...(isFirst && { palette }) })
    },
    async finish() {
      gif.finish()
      return new Blob([gif.bytes()], { type: 'image/gif' })
    },
    cancel() {},
  }
}

/** Adds an ordered dither to `pixels` (RGBA). */
function dither(pixels: Uint8ClampedArray, width: number) {
  for (let i = 0; 4 * i < pixels.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    const offset = (((BAYER[4 * (y & 3) + (x & 3)] ?? 0) + 0.5) / 16 - 0.5) * DITHER
    for (let c = 0; c < 3; c++) pixels[4 * i + c] = (pixels[4 * i + c] ?? 0) + offset
  }
}
