import { transformedBounds } from '#client/kit/base/affine.ts'
import type { Rect, Size } from '#client/kit/base/geometry.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import { type Crop, type CropFormat, cropOf, turnMap } from '#client/model/document/crop.ts'
import { withFormat } from '#client/model/document/cropEdits.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import { subjectMap } from '#client/render/photo/subjectPlacement.ts'
import { kindOf } from './registry.ts'

/** Returns the bounding box of the painted subject, document px. Null before the segmentation. */
export const subjectBox = (doc: DocumentSnapshot): Rect | null =>
  doc.separation && transformedBounds(subjectMap(doc), doc.separation.box)

/**
 * Returns the document's crop with its frame moved around the subject. The frame is the largest with the aspect ratio
 * of `size`.
 */
export function aroundSubject(doc: DocumentSnapshot, canvas: Size, size: Size, format: CropFormat): Crop {
  const crop = cropOf(doc)
  const box = subjectBox(doc)
  const subject = box && transformedBounds(turnMap(crop, canvas), box)
  return withFormat(crop, format, canvas, subject, size.width / size.height)
}

/** Margin on each side of the subject's box, as a fraction of the box's width or height. */
const BESIDE = 0.25

/** Returns true when a layer's centre is in the subject's box, enlarged by BESIDE on each side. */
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
