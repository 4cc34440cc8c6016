import { transformedBounds } from '#client/kit/base/affine.ts'
import type { Rect, Size } from '#client/kit/base/geometry.ts'
import type { LayerId } from '#client/kit/base/ids.ts'
import { type Crop, type CropFormat, cropOf, pictureRect, turnMap } from '#client/model/document/crop.ts'
import { withFormat } from '#client/model/document/cropEdits.ts'
import { type DocumentSnapshot, isPhotoLayer } from '#client/model/document/document.ts'
import { uprightBox } from '#client/render/kind.ts'
import { subjectMap } from '#client/render/photo/subjectPlacement.ts'
import { kindOf } from './registry.ts'

/** Returns the bounding box of the painted subject, document px. Null before the segmentation. */
export const subjectBox = (doc: DocumentSnapshot): Rect | null =>
  doc.separation && transformedBounds(subjectMap(doc), doc.separation.box)

/** Height of the subject's head, as a fraction of the shorter side of the subject's box. */
const HEAD = 0.6

/** Returns the part of the subject's box that contains the head, document px. Null before the segmentation. */
export function headBox(doc: DocumentSnapshot): Rect | null {
  const box = subjectBox(doc)
  return box && { ...box, height: HEAD * Math.min(box.width, box.height) }
}

/** Layers that fill a larger fraction of the image count as backgrounds. */
const LARGEST = 0.5

/** Returns the boxes of the visible added layers, document px. Leaves out `ids` and backgrounds. */
export function boxesOfOthers(doc: DocumentSnapshot, ids: readonly LayerId[]): Rect[] {
  const { width, height } = pictureRect(doc)
  return Object.values(doc.layers)
    .filter((layer) => !ids.includes(layer.id) && !layer.isHidden && !isPhotoLayer(layer))
    .flatMap((layer) => kindOf(layer.kind).transform?.placed(layer, doc) ?? [])
    .map(uprightBox)
    .filter((box) => box.width * box.height <= LARGEST * width * height)
}

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
