/**
 * Plans a lens blur. The blur downscales the layer by averaging until the aperture is small, then sums the texels under
 * the aperture's polygon. Each weight is the exact area of a texel under the polygon, so the blur preserves energy.
 */
import type { Point } from '#client/kit/geometry/geometry.ts'

/** The aperture, as the shader passes of the blur sample it. */
export interface LensPlan {
  /** Side of a texel of the reduced layer, px. A power of two. */
  side: number
  /** Maximum distance of a texel under the aperture from its center, texels. */
  reach: number
  /**
   * Runs of texels with equal weights, row by row. Each run has four numbers: x and y of its first texel, its weight,
   * and its number of texels. All texels' weights add up to 1.
   */
  runs: Float32Array<ArrayBuffer>
}

/** Smallest radius of a blur that changes colors, px. */
export const MIN_RADIUS = 0.3
/** Minimum radius after the reduction, texels: in the final image, and during gestures. */
const [SMALLEST, SMALLEST_DRAFT] = [6, 2] as const
/** Number of scan lines per texel row for measuring the area under the polygon. */
const LINES = 16

let last: { key: string; plan: LensPlan } | null = null

/**
 * Plans an aperture with `blades` sides. `radius`: radius of the disc with the same area, px. A negative radius inverts
 * the aperture. `isDraft`: plans a coarser blur, for gestures.
 */
export function planLens(radius: number, blades: number, isDraft = false): LensPlan {
  const key = `${radius} ${blades} ${isDraft}`
  if (last?.key === key) return last.plan
  const side = sideOf(radius, isDraft)
  const corners = polygon(radius / side, blades)
  const reach = Math.ceil(Math.max(...corners.map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y)))) - 0.5)
  const rows = Array.from({ length: 2 * reach + 1 }, (_, row) => coverageOfRow(corners, row - reach, reach))
  const total = rows.flat().reduce((sum, area) => sum + area, 0)
  const runs = rows.flatMap((row, i) =>
    runsOf(row).map(({ first, area, count }) => [first - reach, i - reach, area / total, count]),
  )
  const plan = { side, reach, runs: Float32Array.from(runs.flat()) }
  last = { key, plan }
  return plan
}

/** Returns the side of a reduced layer's texels, in px. `radius`: blur radius, px. */
export const sideOf = (radius: number, isDraft: boolean): number =>
  2 ** Math.max(0, Math.floor(Math.log2(Math.abs(radius) / (isDraft ? SMALLEST_DRAFT : SMALLEST))))

/**
 * Returns the corners of a regular polygon with `blades` sides and the area of a disc. `radius`: radius of the disc.
 */
function polygon(radius: number, blades: number): Point[] {
  const turn = (2 * Math.PI) / blades
  const corner = radius * Math.sqrt(turn / Math.sin(turn))
  return Array.from({ length: blades }, (_, i) => ({ x: corner * Math.sin(i * turn), y: -corner * Math.cos(i * turn) }))
}

/** Returns the area of each texel of a row under a convex polygon, 0..1. */
function coverageOfRow(corners: readonly Point[], row: number, reach: number): number[] {
  const areas = new Array<number>(2 * reach + 1).fill(0)
  for (let line = 0; line < LINES; line++) {
    const y = row - 0.5 + (line + 0.5) / LINES
    const crossings = corners.flatMap((from, i) => {
      const to = corners[(i + 1) % corners.length] as Point
      return from.y < y === to.y < y ? [] : from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)
    })
    const [left, right] = [Math.min(...crossings), Math.max(...crossings)]
    for (let i = 0; i < areas.length; i++) {
      const length = Math.min(right, i - reach + 0.5) - Math.max(left, i - reach - 0.5)
      if (length > 0) areas[i] = (areas[i] ?? 0) + length / LINES
    }
  }
  return areas
}

function runsOf(areas: readonly number[]) {
  const runs: { first: number; area: number; count: number }[] = []
  for (const [i, area] of areas.entries()) {
    const run = runs.at(-1)
    if (area < 1e-6) continue
    if (run && run.first + run.count === i && Math.abs(run.area - area) < 1e-6) run.count++
    else runs.push({ first: i, area, count: 1 })
  }
  return runs
}

/** START: linear light (white = 1) where highlights begin. GAIN: light that is added to white at 100%. */
const [START, GAIN] = [0.7, 8] as const

/**
 * Returns the factor and the start of raised highlights, for shaders and their CPU references. `highlights`: percent.
 */
export const raiseOf = (highlights: number): readonly [factor: number, start: number] => [
  ((highlights / 100) * GAIN) / (1 - START) ** 2,
  START,
]

/**
 * Minimum fraction of the aperture that the layers in front must leave open. If they leave less open, they hide the
 * blurred layer, and its blur ignores them.
 */
export const LEAST_SEEN = 1e-3
