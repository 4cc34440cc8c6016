/** The eraser removes a disc from a stroke. Pure; in the coordinates of the stroke's points. */
import type { Disc } from '#client/render/kind.ts'
import { MIN_POINTS, type Points } from './points.ts'
import type { StrokePoint } from './schema.ts'

/**
 * Returns the runs of points that remain after a disc is erased, cut where the disc's edge meets the stroke's edge.
 * Drops runs of a single point. Null when the disc does not touch the stroke.
 */
export function splitByDisc(points: Points, disc: Disc): StrokePoint[][] | null {
  const runs: StrokePoint[][] = []
  let run: StrokePoint[] = []
  let isTouched = false
  const end = () => {
    if (run.length >= MIN_POINTS) runs.push(run)
    run = []
  }
  points.forEach((from, i) => {
    const to = points[i + 1]
    if (!to) return
    const cut = coveredInterval(from, to, disc)
    if (!cut) {
      if (run.length === 0) run.push({ ...from })
      run.push({ ...to })
      return
    }
    isTouched = true
    if (cut.from > 0) {
      if (run.length === 0) run.push({ ...from })
      run.push(interpolate(from, to, cut.from))
    }
    end()
    if (cut.to < 1) run.push(interpolate(from, to, cut.to), { ...to })
  })
  end()
  return isTouched ? runs : null
}

/** Returns the interval of a segment that the disc touches, as fractions of the segment's length; null = none. */
function coveredInterval(
  from: Points[number],
  to: Points[number],
  { x, y, radius }: Disc,
): { from: number; to: number } | null {
  const reach = radius + Math.max(from.size, to.size) / 2
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const [fx, fy] = [from.x - x, from.y - y]
  const a = dx * dx + dy * dy
  const b = fx * dx + fy * dy
  const c = fx * fx + fy * fy - reach * reach
  if (a === 0) return c < 0 ? { from: 0, to: 1 } : null
  const root = b * b - a * c
  if (root <= 0) return null
  const [enter, leave] = [(-b - Math.sqrt(root)) / a, (-b + Math.sqrt(root)) / a]
  return leave <= 0 || enter >= 1 ? null : { from: Math.max(0, enter), to: Math.min(1, leave) }
}

const interpolate = (from: Points[number], to: Points[number], t: number): StrokePoint => ({
  x: from.x + (to.x - from.x) * t,
  y: from.y + (to.y - from.y) * t,
  size: from.size + (to.size - from.size) * t,
  color: from.color,
})
