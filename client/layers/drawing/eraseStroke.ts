import type { Values } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Disc } from '#client/render/kind.ts'
import { distanceToStroke, MIN_POINTS, type Points } from './points.ts'
import type { DrawingLayer, drawingFields, StrokePoint } from './schema.ts'
import { fromStroke, strokeScale, toPhoto, toStroke } from './transform.ts'

type Fields = Values<typeof drawingFields>

/**
 * Returns the strokes that remain of a stroke after `disc` (document px) is erased. Returns null if the disc doesn't
 * touch the stroke.
 */
export function eraseStroke(stroke: Immutable<DrawingLayer>, disc: Disc, doc: DocumentSnapshot): Fields[] | null {
  const radius = disc.radius / strokeScale(stroke, doc)
  const local = { ...toStroke(stroke, toPhoto(doc, disc)), radius }
  if (distanceToStroke(stroke.points, local) >= radius) return null
  return splitByDisc(stroke.points, local)?.map((points) => strokeOfRun(stroke, points)) ?? null
}

/**
 * Returns the fields of a new stroke for a sequence of points. A new stroke rotates and scales around another center,
 * so its position is corrected to leave the points in place.
 */
function strokeOfRun(stroke: Immutable<DrawingLayer>, points: StrokePoint[]): Fields {
  const { id: _, kind: __, placement: ___, ...fields } = structuredClone(stroke) as DrawingLayer
  const run = { ...stroke, points } as Immutable<DrawingLayer>
  const [first] = points
  if (!first) return { ...fields, points }
  const [shown, now] = [fromStroke(stroke, first), fromStroke(run, first)]
  const { x, y } = stroke.position
  return { ...fields, points, position: { x: x + shown.x - now.x, y: y + shown.y - now.y } }
}

/**
 * Returns the sequences of points that remain after a disc is erased. The stroke is cut at the disc's edge. Sequences
 * of a single point are dropped. Returns null if the disc doesn't touch the stroke.
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

/**
 * Returns the interval of a segment that is inside the disc, as fractions of the segment's length. Returns null if the
 * disc doesn't touch the segment.
 */
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
