/**
 * Subpixel seeds: for each texel next to the contour, the nearest contour point in the four cells around it. A cell is
 * the square between four texel centers. Marching squares find the contour in each cell as a line segment. The
 * gradients of coverage at its ends then determine its curvature, because hair tips are round. This module is the CPU
 * reference of `seed.frag`, and the first step of the CPU transform.
 */
import type { Point } from '#client/kit/geometry/geometry.ts'
import { clamp, clampToUnit } from '#client/kit/values/numbers.ts'
import { type CoverageTexels, INSIDE, NO_SEED, UNITS_PER_TEXEL } from './encoding.ts'

/**
 * Offsets from each texel's center to its contour point, in 1/64 texel. Each texel has two numbers, x and y. Without a
 * contour point, x is NO_SEED.
 */
export type Seeds = Int16Array<ArrayBuffer>

/** Returns the seeds of all texels. The nearest contour point is within the four cells around a texel. */
export function findSeeds(coverage: CoverageTexels): Seeds {
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

/** Returns true when one of the eight neighbors is on the other side of the contour. */
function isBesideContour(bytes: Uint8Array, width: number, height: number, x: number, y: number): boolean {
  const isInside = (bytes[y * width + x] ?? 0) >= INSIDE
  for (let j = Math.max(y - 1, 0); j <= Math.min(y + 1, height - 1); j++)
    for (let i = Math.max(x - 1, 0); i <= Math.min(x + 1, width - 1); i++)
      if ((bytes[j * width + i] ?? 0) >= INSIDE !== isInside) return true
  return false
}

/**
 * Returns the nearest contour point in the four cells around texel (x, y), relative to the texel's center, in texels.
 * Returns null if the contour doesn't cross any of these cells.
 */
function nearestPoint(coverage: CoverageTexels, x: number, y: number): Point | null {
  let best: Point | null = null
  let bestSquare = Number.POSITIVE_INFINITY
  for (const sy of [-1, 1]) {
    for (const sx of [-1, 1]) {
      const arc = cellArc(coverage, x, y, sx, sy)
      if (!arc) continue
      const point = pointOn(arc, nearestOnChord(arc))
      const square = point.x * point.x + point.y * point.y
      if (square < bestSquare) {
        bestSquare = square
        best = point
      }
    }
  }
  return best
}

/** A segment of the contour: two points, the mean of their outward normals (length at most 1), and its curvature. */
interface Arc {
  ends: readonly [Point, Point]
  normal: Point
  /** Curvature (1 / radius), per texel. Positive where the shape is convex. */
  curvature: number
}

/**
 * Returns the contour segment (marching squares, with curvature) between texel (x, y) and its diagonal neighbor (x +
 * sx, y + sy), relative to the center of (x, y), in texels. `sx`, `sy`: −1 or 1. Of two segments, returns the one
 * nearer to (x, y). Returns null if there is no contour.
 */
export function cellArc(coverage: CoverageTexels, x: number, y: number, sx: number, sy: number): Arc | null {
  const beside = crossing(coverage, x, y, sx, 0)
  const below = crossing(coverage, x, y, 0, sy)
  const far = crossing(coverage, x + sx, y, 0, sy)
  const bottom = crossing(coverage, x, y + sy, sx, 0)
  const points: Point[] = []
  if (beside !== null) points.push({ x: sx * beside, y: 0 })
  if (below !== null) points.push({ x: 0, y: sy * below })
  // if the contour crosses all four sides, each corner uses the segment that cuts off the corner
  if (points.length < 2) {
    if (far !== null) points.push({ x: sx, y: sy * far })
    if (bottom !== null) points.push({ x: sx * bottom, y: sy })
  }
  const [a, b] = points
  if (!a || !b) return null
  const [from, to] = [normalAt(coverage, x, y, a), normalAt(coverage, x, y, b)]
  const chord = { x: b.x - a.x, y: b.y - a.y }
  const turn = chord.x * (to.x - from.x) + chord.y * (to.y - from.y)
  const curvature = turn / Math.max(chord.x * chord.x + chord.y * chord.y, MIN_CHORD)
  return {
    ends: [a, b],
    normal: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 },
    curvature: clamp(curvature, -MAX_CURVATURE, MAX_CURVATURE),
  }
}

/** Maximum curvature, 1 / texel. Larger values are noise. */
const MAX_CURVATURE = 0.7
/** Minimum squared chord length for computing curvature, texels². */
const MIN_CHORD = 0.05
/** Gradient of coverage, per texel, below which normals are shortened. */
const MIN_SLOPE = 0.1
/**
 * Correction for curved edges. Half of it corrects the averaging of coverage over a texel, which moves the
 * half-coverage contour by 1/24 of the curvature. The other half corrects the linear interpolation between two texels,
 * which moves the contour by about the same distance.
 */
const CURVATURE_OFFSET = 1 / 12

/**
 * Returns a point of the arc at `along` = 0..1 of its chord, in texels. The arc is a parabola over the chord with the
 * arc's curvature. The parabola is shifted along the normal by CURVATURE_OFFSET × curvature, so it misses the chord's
 * ends.
 */
export function pointOn({ ends: [a, b], normal, curvature }: Arc, along: number): Point {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const rise = curvature * (((dx * dx + dy * dy) * along * (1 - along)) / 2 + CURVATURE_OFFSET)
  return { x: a.x + dx * along + normal.x * rise, y: a.y + dy * along + normal.y * rise }
}

/**
 * Returns the outward normal at a point between two neighboring texels. The normal is shorter where coverage is almost
 * even.
 */
function normalAt(coverage: CoverageTexels, x: number, y: number, point: Point): Point {
  const first = { x: x + Math.floor(point.x), y: y + Math.floor(point.y) }
  const second = { x: x + Math.ceil(point.x), y: y + Math.ceil(point.y) }
  const part = point.x - Math.floor(point.x) + point.y - Math.floor(point.y)
  const [near, next] = [slope(coverage, first), slope(coverage, second)]
  const across = near.x + (next.x - near.x) * part
  const down = near.y + (next.y - near.y) * part
  const length = Math.max(Math.hypot(across, down), MIN_SLOPE)
  return { x: -across / length, y: -down / length }
}

/** Returns the change of coverage per texel, by Sobel's operator. */
function slope(coverage: CoverageTexels, { x, y }: Point): Point {
  const at = (i: number, j: number) => sample(coverage, x + i, y + j)
  const across = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1)
  const down = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1)
  return { x: across / 8, y: down / 8 }
}

/**
 * Returns the position where the contour crosses the line from texel (x, y) to its neighbor, as a fraction of the line.
 * Returns null if there is no crossing. For a hard edge, the sum of the four coverages along the line is the exact
 * position. The position in a wider, soft ramp is interpolated.
 */
function crossing(coverage: CoverageTexels, x: number, y: number, dx: number, dy: number): number | null {
  const from = sample(coverage, x, y)
  const to = sample(coverage, x + dx, y + dy)
  const fromInside = from >= INSIDE / 255
  if (fromInside === to >= INSIDE / 255) return null
  const before = sample(coverage, x - dx, y - dy)
  const after = sample(coverage, x + 2 * dx, y + 2 * dy)
  return fromInside ? edgePlace(before, from, to, after) : 1 - edgePlace(after, to, from, before)
}

/**
 * Limits of an edge's looseness: the total deviation of the two outer texels from full and empty coverage. Up to
 * SUM_FULL, the sum gives the edge's position. At SUM_NONE and above, the ramp does. Between the limits, the two
 * positions are blended.
 */
const SUM_FULL = 0.1
const SUM_NONE = 0.35

function edgePlace(before: number, inner: number, outer: number, after: number): number {
  const ramp = (inner - 0.5) / (inner - outer)
  const sum = clampToUnit(before + inner + outer + after - 1.5)
  const loose = 1 - before + after
  const weight = clampToUnit((SUM_NONE - loose) / (SUM_NONE - SUM_FULL))
  return ramp + (sum - ramp) * weight
}

/**
 * Returns the coverage 0..1 at a texel. Repeats border texels beyond the border, so that a subject that the border cuts
 * off has no contour along the cut.
 */
function sample({ width, height, bytes }: CoverageTexels, x: number, y: number): number {
  const cx = clamp(x, 0, width - 1)
  const cy = clamp(y, 0, height - 1)
  return (bytes[cy * width + cx] ?? 0) / 255
}

function nearestOnChord({ ends: [a, b] }: Arc): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const square = dx * dx + dy * dy
  return square > 0 ? clampToUnit(-(a.x * dx + a.y * dy) / square) : 0
}
