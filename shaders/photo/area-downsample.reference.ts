import { fromAveraged, toAveraged } from './box-downsample.reference.ts'

/**
 * Twin of area-downsample.frag: straight RGBA bytes → means over `span` × `span` px, colours weighted by alpha; 0..255,
 * not rounded. `isLinear`: averages in linear light.
 */
export function areaDownsampled(
  rgba: ArrayLike<number>,
  width: number,
  height: number,
  span: number,
  { isLinear = false } = {},
) {
  const size = { width: Math.ceil(width / span), height: Math.ceil(height / span) }
  const out = new Float64Array(size.width * size.height * 4)
  const share = (from: number, at: number) => Math.max(0, Math.min(from + span, at + 1) - Math.max(from, at))
  for (let row = 0; row < size.height; row++)
    for (let column = 0; column < size.width; column++) {
      const sum = [0, 0, 0, 0]
      let total = 0
      for (let y = Math.floor(row * span); y < Math.min(height, (row + 1) * span); y++)
        for (let x = Math.floor(column * span); x < Math.min(width, (column + 1) * span); x++) {
          const weight = share(row * span, y) * share(column * span, x)
          const alpha = (rgba[(y * width + x) * 4 + 3] ?? 0) * weight
          for (let c = 0; c < 3; c++)
            sum[c] = (sum[c] ?? 0) + toAveraged(rgba[(y * width + x) * 4 + c] ?? 0, isLinear) * alpha
          sum[3] = (sum[3] ?? 0) + alpha
          total += weight
        }
      const [r = 0, g = 0, b = 0, alpha = 0] = sum
      const colour = [r, g, b].map((value) => fromAveraged(value / Math.max(alpha, 1e-6), isLinear))
      out.set([...colour, alpha / total], (row * size.width + column) * 4)
    }
  return { ...size, pixels: out }
}
