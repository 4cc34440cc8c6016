import { compose, transformedBounds } from '#client/kit/geometry/affine.ts'
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { type Crop, type CropFormat, cropOf, pictureRect, turnMap } from '#client/model/document/crop.ts'
import { withFormat } from '#client/model/document/cropEdits.ts'
import { type DocumentSnapshot, isPhotoLayer } from '#client/model/document/document.ts'
import { uprightBox } from '#client/render/kind.ts'
import { subjectMap } from '#client/render/photo/subjectPlacement.ts'
import { kindOf } from './registry.ts'

/** Returns the bounding box of the painted subject in document px, or null if the photo isn't segmented. */
export const subjectBox = (doc: DocumentSnapshot): Rect | null =>
  doc.separation && transformedBounds(subjectMap(doc), doc.separation.box)

/** Height of the subject's head, as a fraction of the box's shorter side. */
const HEAD = 0.6

/** Returns the part of the subject's box that contains the head, in document px. Null if the photo isn't segmented. */
export function headBox(doc: DocumentSnapshot): Rect | null {
  const box = subjectBox(doc)
  return box && { ...box, height: HEAD * Math.min(box.width, box.height) }
}

/**
 * The upper part of the subject's box that is searched for the head's columns, as a fraction of the box's shorter side.
 */
const CROWN = 0.4

/**
 * Returns the columns of the subject's box that contain the head, in photo px. Returns the whole box if its top doesn't
 * show a head.
 */
function headColumns({ x, y, width, height }: Rect, { coverage, width: row }: MatteAsset): Rect {
  let [first, last] = [x + width, x]
  for (let down = Math.floor(y); down < y + CROWN * Math.min(width, height); down++)
    for (let across = Math.floor(x); across < x + width; across++)
      if ((coverage[down * row + across] ?? 0) > 127)
        [first, last] = [Math.min(first, across), Math.max(last, across + 1)]
  return first < last ? { x: first, y, width: last - first, height } : { x, y, width, height }
}

/** Returns the columns of the painted subject's box that contain the head, in document px. */
export const headColumnsOf = (doc: DocumentSnapshot, matte: MatteAsset): Rect | null =>
  doc.separation && transformedBounds(subjectMap(doc), headColumns(doc.separation.box, matte))

/** Layers that cover a larger fraction of the image are regarded as backgrounds. */
const LARGEST = 0.5

/**
 * Returns the boxes of the visible layers that the user has added, in document px. Skips `ids` and layers that are
 * regarded as backgrounds.
 */
export function boxesOfOthers(doc: DocumentSnapshot, ids: readonly LayerId[]): Rect[] {
  const { width, height } = pictureRect(doc)
  return Object.values(doc.layers)
    .filter((layer) => !ids.includes(layer.id) && !layer.isHidden && !isPhotoLayer(layer))
    .flatMap((layer) => kindOf(layer.kind).transform?.placed(layer, doc) ?? [])
    .map(uprightBox)
    .filter((box) => box.width * box.height <= LARGEST * width * height)
}

/**
 * Returns the document's crop with its frame moved to the subject, or to the subject's head if the frame is narrower
 * than the subject. The frame is as large as its aspect ratio allows. In the format `free`, the ratio is that of
 * `size`; without `size`, the frame's size doesn't change. `matte`: the subject's matte.
 */
export function aroundSubject(
  doc: DocumentSnapshot,
  { canvas, size, format }: { canvas: Size; size?: Size | undefined; format: CropFormat },
  matte: MatteAsset | null,
): Crop {
  const { separation } = doc
  const crop = cropOf(doc)
  const onTurned = compose(turnMap(crop, canvas), subjectMap(doc))
  const around = (subject: Rect | null) => withFormat(crop, format, canvas, subject, size && size.width / size.height)
  const subject = separation && transformedBounds(onTurned, separation.box)
  const whole = around(subject)
  if (!subject || !matte || subject.width <= whole.width) return whole
  return around(transformedBounds(onTurned, headColumns(separation.box, matte)))
}
