/** Fills a hole smoothly from its rim. */
import type { Size } from '#client/kit/geometry/geometry.ts'
import type { Inpainting } from './levelFeatures.ts'

/** Returns channel `c` of an RGB image, bilinearly interpolated. `x`, `y`: px from the center of the first pixel. */
export function sampleRgb(rgb: Float32Array, { width, height }: Size, x: number, y: number, c: number): number {
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))]
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)]
  const [u, v] = [Math.max(0, x) - left, Math.max(0, y) - top]
  const at = (column: number, row: number) => rgb[3 * (row * width + column) + c] as number
  return (
    (at(left, top) * (1 - u) + at(right, top) * u) * (1 - v) + (at(left, bottom) * (1 - u) + at(right, bottom) * u) * v
  )
}

/**
 * Returns the RGB values with the hole filled by a membrane: each pixel is the mean of its neighbors (Laplace
 * equation). The steepest gradient is then at the rim. Solves the equation from coarse to fine. `relaxations`:
 * relaxation steps per level. With 0, the result is a push-pull interpolation (Gortler et al., "The Lumigraph", 1996).
 */
export function smoothFill({ width, height, pixels, hole }: Inpainting, relaxations = 24): Float32Array {
  const values = Float32Array.from(pixels)
  if (!hole.includes(1)) return values
  const isFillable = hole.includes(0) && Math.max(width, height) > 1
  const start = isFillable ? smoothFill(halved({ width, height, pixels, hole }), relaxations) : values
  const [half, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)]
  const holes = [...hole.keys()].filter((at) => hole[at])
  if (start !== values)
    for (const at of holes) {
      const [x, y] = [at % width, Math.floor(at / width)]
      for (let c = 0; c < 3; c++)
        values[3 * at + c] = sampleRgb(start, { width: half, height: halfHeight }, x / 2 - 0.25, y / 2 - 0.25, c)
    }
  for (let step = 0; step < relaxations; step++)
    for (const at of step % 2 ? holes.toReversed() : holes) {
      const x = at % width
      const neighbors = [x > 0 ? at - 1 : at, x < width - 1 ? at + 1 : at, at - width, at + width]
      const all = neighbors.map((next) => (next >= 0 && next < hole.length ? next : at))
      for (let c = 0; c < 3; c++)
        values[3 * at + c] = all.reduce((sum, next) => sum + (values[3 * next + c] as number), 0) / 4
    }
  return values
}

/**
 * Returns an image of half the size. A pixel of the result is the mean of the (at most four) pixels outside the hole.
 * If all of them are in the hole, the pixel is in the hole too.
 */
function halved({ width, height, pixels, hole }: Inpainting): Inpainting {
  const size = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  const sums = new Float32Array(4 * size.width * size.height)
  for (let at = 0; at < hole.length; at++) {
    if (hole[at]) continue
    const to = 4 * ((Math.floor(at / width) >> 1) * size.width + ((at % width) >> 1))
    for (let c = 0; c < 3; c++) sums[to + c] = (sums[to + c] as number) + (pixels[3 * at + c] as number)
    sums[to + 3] = (sums[to + 3] as number) + 1
  }
  const isHole = new Uint8Array(size.width * size.height).map((_, i) => (sums[4 * i + 3] ? 0 : 1))
  const means = Uint8Array.from({ length: 3 * isHole.length }, (_, i) => {
    const [from, c] = [4 * Math.floor(i / 3), i % 3]
    return (sums[from + c] as number) / Math.max(1, sums[from + 3] as number)
  })
  return { ...size, pixels: means, hole: isHole }
}
