/** The subject's bounding box as it is painted. */
import { transformedBounds } from '../kit/base/affine.ts'
import type { Rect } from '../kit/base/geometry.ts'
import type { Immutable } from '../kit/base/immutable.ts'
import type { DocumentSnapshot, LayerBase } from '../model/document/document.ts'
import { subjectMap } from '../render/photo/subjectPlacement.ts'
import { kindOf } from './registry.ts'

/** Returns the box of the subject at its place and size on the canvas, document px; null before the separation. */
export const subjectBox = (doc: DocumentSnapshot): Rect | null =>
  doc.separation && transformedBounds(subjectMap(doc), doc.separation.box)

/** Width of the zone around the subject's box that counts as beside it, relative to the box. */
const BESIDE = 0.25

/** Returns true when the centre of a layer lies behind, in front of or beside the subject. */
export function isAtSubject(layer: Immutable<LayerBase>, doc: DocumentSnapshot): boolean {
  const box = subjectBox(doc)
  const center = kindOf(layer.kind).transform?.placed(layer, doc).center
  if (!box || !center) return false
  const [aside, above] = [BESIDE * box.width, BESIDE * box.height]
  return (
    center.x > box.x - aside &&
    center.x < box.x + box.width + aside &&
    center.y > box.y - above &&
    center.y < box.y + box.height + above
  )
}
