import type { Values } from '#client/kit/base/fields.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Disc } from '#client/render/kind.ts'
import { distanceToStroke } from './points.ts'
import type { DrawingLayer, drawingFields, StrokePoint } from './schema.ts'
import { splitByDisc } from './splitByDisc.ts'
import { fromStroke, strokeScale, toPhoto, toStroke } from './transform.ts'

type Fields = Values<typeof drawingFields>

/** Returns the strokes that remain after erasing `disc` (document px). Null when the disc does not touch the stroke. */
export function eraseStroke(stroke: Immutable<DrawingLayer>, disc: Disc, doc: DocumentSnapshot): Fields[] | null {
  const radius = disc.radius / strokeScale(stroke, doc)
  const local = { ...toStroke(stroke, toPhoto(doc, disc)), radius }
  if (distanceToStroke(stroke.points, local) >= radius) return null
  return splitByDisc(stroke.points, local)?.map((points) => strokeOfRun(stroke, points)) ?? null
}

/**
 * Returns the fields of a new stroke made of a run of points. The new stroke rotates and scales about its own centre,
 * so its position is corrected to keep the points in place.
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
