import { encodedOf, linearOf } from '../lib/color.ts'

/**
 * Twin of box-downsample.frag: straight RGBA bytes → means of factor × factor px, colours weighted by alpha; 0..255,
 * not rounded. `isLinear`: averages in linear light.
 */
export function boxDownsampled(
  rgba: ArrayLike<number>,
  width: number,
  height: number,
  factor: number,
  { isLinear = false } = {},
) {
  const size = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) }
  const out = new Float64Array(size.width * size.height * 4)
  for (let row = 0; row < size.height; row++)
    for (let column = 0; column < size.width; column++) {
      const sum = [0, 0, 0, 0]
      let count = 0
      for (let y = row * factor; y < Math.min(height, (row + 1) * factor); y++)
        for (let x = column * factor; x < Math.min(width, (column + 1) * factor); x++) {
          const at = (y * width + x) * 4
          const alpha = rgba[at + 3] ?? 0
          for (let channel = 0; channel < 3; channel++)
            sum[channel] = (sum[channel] ?? 0) + toAveraged(rgba[at + channel] ?? 0, isLinear) * alpha
          sum[3] = (sum[3] ?? 0) + alpha
          count++
        }
      const [r = 0, g = 0, b = 0, alpha = 0] = sum
      const weight = Math.max(alpha, 1e-6)
      const colour = [r, g, b].map((value) => fromAveraged(value / weight, isLinear))
      out.set([...colour, alpha / count], (row * size.width + column) * 4)
    }
  return { ...size, pixels: out }
}

/**
 * Converts an encoded colour byte (sRGB or Display P3, which share a transfer function) to the averaging space, 0..255:
 * linear light if `isLinear`, else unchanged.
 */
export const toAveraged = (byte: number, isLinear: boolean) => (isLinear ? 255 * linearOf(byte / 255) : byte)
/** Converts a mean (0..255, linear light if `isLinear`, else encoded) to an encoded value, 0..255, not rounded. */
export const fromAveraged = (mean: number, isLinear: boolean) => (isLinear ? 255 * encodedOf(mean / 255) : mean)
