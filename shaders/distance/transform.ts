/**
 * Computes distance fields on the CPU, for machines without a GPU. Uses jump flooding in the same integers as
 * `jump.frag`, with two extra jumps (Rong and Tan 2006, "Jump flooding in GPU with applications to Voronoi diagram and
 * distance transform").
 */
import { clamp } from '#client/kit/values/numbers.ts'
import {
  type CoverageTexels,
  EXTRA_JUMPS,
  FAR,
  firstJump,
  INSIDE,
  MAX_OFFSET,
  NO_SEED,
  UNITS_PER_TEXEL,
} from './encoding.ts'
import { findSeeds, type Seeds } from './seeds.ts'

/**
 * The packed offset of a texel without a seed. Offsets are packed into one integer (x in the upper, y in the lower 16
 * bits), which halves the memory reads.
 */
const NONE = NO_SEED << 16
const pack = (x: number, y: number): number => (x << 16) | (y & 0xffff)
const unpackX = (offset: number): number => offset >> 16
const unpackY = (offset: number): number => (offset << 16) >> 16

/**
 * Returns the signed distance of every texel to the contour, row-major, encoded as in encoding.ts: 1/64 texel, negative
 * inside, ±FAR beyond `range` texels.
 */
export function signedDistances(coverage: CoverageTexels, range: number): Int16Array<ArrayBuffer> {
  const { width, height, bytes } = coverage
  const seeds = findSeeds(coverage)
  let offsets = new Int32Array(width * height)
  let next = new Int32Array(width * height)
  for (let i = 0; i < offsets.length; i++) offsets[i] = pack(seeds[i * 2] ?? 0, seeds[i * 2 + 1] ?? 0)
  const flood = (jump: number) => {
    floodOnce(offsets, next, width, height, jump)
    ;[offsets, next] = [next, offsets]
  }
  for (let jump = firstJump(range); jump >= 1; jump /= 2) flood(jump)
  for (const jump of EXTRA_JUMPS) flood(jump)
  const field = new Int16Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const distance = measure(seeds, offsets[at] ?? NONE, width, height, x, y)
      const magnitude = distance > range * UNITS_PER_TEXEL ? FAR : distance
      field[at] = (bytes[at] ?? 0) >= INSIDE ? -magnitude : magnitude
    }
  }
  return field
}

/** Sets each texel to the nearest of the nine known seeds at distance `jump`. */
function floodOnce(from: Int32Array, to: Int32Array, width: number, height: number, jump: number): void {
  const step = jump * UNITS_PER_TEXEL
  for (let y = 0; y < height; y++) {
    const top = y >= jump ? -1 : 0
    const bottom = y + jump < height ? 1 : 0
    for (let x = 0; x < width; x++) {
      const left = x >= jump ? -1 : 0
      const right = x + jump < width ? 1 : 0
      let best = NONE
      let square = Number.POSITIVE_INFINITY
      for (let j = top; j <= bottom; j++) {
        const row = (y + j * jump) * width + x
        for (let i = left; i <= right; i++) {
          const offset = from[row + i * jump] ?? NONE
          if (offset === NONE) continue
          const dx = unpackX(offset) + i * step
          const dy = unpackY(offset) + j * step
          const s = dx * dx + dy * dy
          if (s >= square || Math.abs(dx) > MAX_OFFSET || Math.abs(dy) > MAX_OFFSET) continue
          square = s
          best = pack(dx, dy)
        }
      }
      to[y * width + x] = best
    }
  }
}

/**
 * Squared distance, in (1/64 texel)²: 3 texels. At smaller distances, `measure` compares neighboring seeds, because the
 * flood may have missed the nearest seed.
 */
const NEAR_SQUARE = (3 * UNITS_PER_TEXEL) ** 2

/**
 * Returns a texel's distance in 1/64 texel. Near the contour, compares the seeds of the surrounding 5 × 5 texels again.
 */
function measure(seeds: Seeds, offset: number, width: number, height: number, x: number, y: number): number {
  if (offset === NONE) return Number.POSITIVE_INFINITY
  let square = unpackX(offset) ** 2 + unpackY(offset) ** 2
  if (square < NEAR_SQUARE) {
    for (let j = -2; j <= 2; j++) {
      for (let i = -2; i <= 2; i++) {
        const cx = clamp(x + i, 0, width - 1)
        const cy = clamp(y + j, 0, height - 1)
        const at = (cy * width + cx) * 2
        const sx = seeds[at] ?? NO_SEED
        if (sx === NO_SEED) continue
        const dx = sx + (cx - x) * UNITS_PER_TEXEL
        const dy = (seeds[at + 1] ?? 0) + (cy - y) * UNITS_PER_TEXEL
        square = Math.min(square, dx * dx + dy * dy)
      }
    }
  }
  return Math.floor(Math.sqrt(square) + 0.5)
}
