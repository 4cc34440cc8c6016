/**
 * Sub-pixel seeds: for each texel beside the contour, the nearest point of the contour that passes through the four
 * cells around it (marching squares on texel centres). Twin of `seed.frag`, and the first step of the CPU transform.
 */
import { type Coverage, INSIDE, NO_SEED, UNITS_PER_TEXEL } from './encoding.ts'

/** Offsets from a texel's centre to its contour point: x then y per texel, in 1/64 texel; NO_SEED in x where none. */
export type Seeds = Int16Array<ArrayBuffer>

export function findSeeds(coverage: Coverage): Seeds {
  const { width, height, bytes } = coverage
  const seeds = new Int16Array(width * height * 2)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 2
      const seed = isBesideContour(bytes, width, height, x, y) ? nearestPoint(coverage, x, y) : null
      seeds[at] = seed ? Math.floor(seed.x * UNITS_PER_TEXEL + 0.5) : NO_SEED
      seeds[at + 1] = seed ? Math.floor(seed.y * UNITS_PER_TEXEL + 0.5) : 0
    }
  }
  return seeds
}

/** Whether one of the eight texels around lies on the other side. */
function isBesideContour(bytes: Uint8Array, width: number, height: number, x: number, y: number): boolean {
  const isInside = (bytes[y * width + x] ?? 0) >= INSIDE
  for (let j = Math.max(y - 1, 0); j <= Math.min(y + 1, height - 1); j++)
    for (let i = Math.max(x - 1, 0); i <= Math.min(x + 1, width - 1); i++)
      if ((bytes[j * width + i] ?? 0) >= INSIDE !== isInside) return true
  return false
}

interface Point {
  x: number
  y: number
}

/** Nearest contour point to the centre of texel (x, y), relative to it; null where the four cells hold no contour. */
function nearestPoint(coverage: Coverage, x: number, y: number): Point | null {
  let best: Point | null = null
  let bestSquare = Number.POSITIVE_INFINITY
  for (const sy of [-1, 1]) {
    for (const sx of [-1, 1]) {
      const segment = cellSegment(coverage, x, y, sx, sy)
      if (!segment) continue
      const point = nearestOnSegment(segment[0], segment[1])
      const square = point.x * point.x + point.y * point.y
      if (square < bestSquare) {
        bestSquare = square
        best = point
      }
    }
  }
  return best
}

/** The contour through the cell between texel (x, y) and its diagonal neighbour, relative to the texel's centre. */
export function cellSegment(
  coverage: Coverage,
  x: number,
  y: number,
  sx: number,
  sy: number,
): readonly [Point, Point] | null {
  const beside = crossing(coverage, x, y, sx, 0)
  const below = crossing(coverage, x, y, 0, sy)
  const far = crossing(coverage, x + sx, y, 0, sy)
  const bottom = crossing(coverage, x, y + sy, sx, 0)
  const points: Point[] = []
  if (beside !== null) points.push({ x: sx * beside, y: 0 })
  if (below !== null) points.push({ x: 0, y: sy * below })
  // where the contour crosses all four sides, each corner keeps the piece that cuts it off
  if (points.length < 2) {
    if (far !== null) points.push({ x: sx, y: sy * far })
    if (bottom !== null) points.push({ x: sx * bottom, y: sy })
  }
  const [first, second] = points
  return first && second ? [first, second] : null
}

/**
 * Where the contour crosses the line from texel (x, y) to its neighbour, as a fraction of the way; null if it does not.
 * Between a covered and an empty texel the four coverages along the line add up to the place of a hard edge exactly;
 * a soft ramp that is wider than that is interpolated.
 */
function crossing(coverage: Coverage, x: number, y: number, dx: number, dy: number): number | null {
  const from = sample(coverage, x, y)
  const to = sample(coverage, x + dx, y + dy)
  const fromInside = from >= INSIDE / 255
  if (fromInside === to >= INSIDE / 255) return null
  const before = sample(coverage, x - dx, y - dy)
  const after = sample(coverage, x + 2 * dx, y + 2 * dy)
  return fromInside ? edgePlace(before, from, to, after) : 1 - edgePlace(after, to, from, before)
}

/** How far the outer texels may be from fully covered and empty: below FULL the sum rules, above NONE the ramp. */
const SUM_FULL = 0.1
const SUM_NONE = 0.35

function edgePlace(before: number, inner: number, outer: number, after: number): number {
  const ramp = (inner - 0.5) / (inner - outer)
  const sum = Math.min(Math.max(before + inner + outer + after - 1.5, 0), 1)
  const loose = 1 - before + after
  const weight = Math.min(Math.max((SUM_NONE - loose) / (SUM_NONE - SUM_FULL), 0), 1)
  return ramp + (sum - ramp) * weight
}

/** Coverage 0..1 at a texel; beyond the border the nearest one, so that a cut-off subject has no contour along the cut. */
function sample({ width, height, bytes }: Coverage, x: number, y: number): number {
  const cx = Math.min(Math.max(x, 0), width - 1)
  const cy = Math.min(Math.max(y, 0), height - 1)
  return (bytes[cy * width + cx] ?? 0) / 255
}

function nearestOnSegment(a: Point, b: Point): Point {
  const dx = b.x - a.x
  const dy = b.y - a.y
  const square = dx * dx + dy * dy
  const along = square > 0 ? Math.min(Math.max(-(a.x * dx + a.y * dy) / square, 0), 1) : 0
  return { x: a.x + dx * along, y: a.y + dy * along }
}
