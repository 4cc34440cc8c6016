/**
 * Applies a design (the layers, backdrop and enhancements of a document) to another photo. Layers keep their relative
 * position and, where possible, their relative size.
 */

import { tuneFields } from '#shaders/tune/enhancements.ts'
import { clamp } from '../kit/base/fields.ts'
import type { Size } from '../kit/base/geometry.ts'
import type { LayerId } from '../kit/base/ids.ts'
import { canvasSize, imageBackdropFields } from '../model/document/backdrop.ts'
import {
  type Crop,
  cropOf,
  fittedFrame,
  isUpright,
  largestFrame,
  planeSize,
  ratioOf,
  wholeFrame,
} from '../model/document/crop.ts'
import {
  type Document,
  type DocumentSnapshot,
  emptyDocument,
  type LayerBase,
  layerOfKind,
  type Photo,
  type Separation,
} from '../model/document/document.ts'
import { mutableCopy } from '../model/history/records.ts'
import { newLayer } from './newLayer.ts'
import { withoutPhotoFields } from './photoFields.ts'
import { refitLayer, surroundingsOf } from './refitLayer.ts'
import { kindOf } from './registry.ts'
import { rescaleLengths } from './rescaleLengths.ts'
import { subjectBox } from './subjectBox.ts'

/** The result of `applyDesign`. */
export interface AppliedDesign {
  document: Document
  /** Layers of the design that belong to its own photo, such as drawings; they are not in the document. */
  leftOut: LayerId[]
}

/**
 * Returns a document with the layers, the backdrop and the enhancements of `design` on another photo. Positions stay
 * relative to the picture, or to the subject's box for layers that are anchored to it (`refitLayer`). Mask edits,
 * fill strokes and drawings are not applied. All fonts must be loaded, because the extent of a text depends on its font.
 */
export function applyDesign(
  design: DocumentSnapshot,
  photo: Photo,
  separation: Separation | null,
  newId: () => LayerId,
): AppliedDesign {
  const document: Document = {
    ...emptyDocument(),
    photo,
    separation,
    backdrop: structuredClone(design.backdrop) as Document['backdrop'],
  }
  const [from, to] = [canvasSize(design), canvasSize(document)]
  const factor = Math.sqrt((to.width * to.height) / (from.width * from.height))
  rescalePhotoLengths(document, design, factor)
  const { kept, leftOut } = layersToApply(design, separation)
  const add = (layer: LayerBase) => {
    const id = newId()
    document.layers[id] = { ...layer, id }
    document.order.push(id)
  }
  // The subject first: the picture and the anchored layers follow its place.
  const subject = kept.find(({ kind }) => kind === 'subject')
  if (subject) document.layers[subject.id] = mutableCopy(rescaleLengths(subject, factor)) as LayerBase
  document.crop = rescaledCrop(design, from, to, document)
  const [before, after] = [surroundingsOf(design), surroundingsOf({ ...document, layers: { ...document.layers } })]
  document.layers = {}
  for (const layer of kept) add(refitLayer(layer, before, after))
  if (separation && !layerOfKind(document, 'subject')) newLayer(document, 'subject')
  return { document, leftOut }
}

/** Returns the layers that a design brings to another photo, and the ids of those that belong to its own. */
function layersToApply(design: DocumentSnapshot, separation: Separation | null) {
  const all = design.order.flatMap((id) => design.layers[id] ?? [])
  return {
    kept: all
      .filter(({ kind }) => !kindOf(kind).isBoundToPhoto && (kind !== 'subject' || separation))
      .map(withoutPhotoFields),
    leftOut: all.filter(({ kind }) => kindOf(kind).isBoundToPhoto).map(({ id }) => id),
  }
}

/** Copies the design's enhancements, and rescales the blurs of the backdrop and of the enhancements. */
function rescalePhotoLengths(document: Document, design: DocumentSnapshot, factor: number): void {
  const { backdrop } = document
  if (backdrop.type === 'image') backdrop.blur = clamp(imageBackdropFields.blur, backdrop.blur * factor)
  for (const set of ['image', 'foreground', 'background'] as const)
    document.tune[set] = { ...design.tune[set], blur: clamp(tuneFields.blur, design.tune[set].blur * factor) }
}

/**
 * Returns the design's crop on another canvas: the same turn and format, and the same share of the largest possible
 * frame. The subject has the same relative place in the frame, as far as the canvas reaches; the frame of a turned
 * composition, or without a subject, has the same relative centre on the canvas.
 */
function rescaledCrop(design: DocumentSnapshot, before: Size, after: Size, document: DocumentSnapshot): Crop | null {
  if (!design.crop) return null
  const crop = cropOf(design)
  const [from, to] = [planeSize(crop, before), planeSize(crop, after)]
  const [x, y] = [(crop.x + crop.width / 2) / from.width, (crop.y + crop.height / 2) / from.height]
  const center = { x: x * to.width, y: y * to.height }
  const largestBefore = largestFrame(crop.width / crop.height, crop.angle, from, center)
  const ratio = ratioOf(crop.format, to) ?? crop.width / crop.height
  const largest = largestFrame(ratio, crop.angle, to, center)
  const share = Math.min(1, crop.width / largestBefore.width)
  const [width, height] = [largest.width * share, largest.height * share]
  const [was, is] = isUpright(crop) ? [subjectBox(design), subjectBox(document)] : [null, null]
  const along = (at: 'x' | 'y', side: keyof Size, length: number) =>
    was && is
      ? is[at] + is[side] / 2 - ((was[at] + was[side] / 2 - crop[at]) / crop[side]) * length
      : center[at] - length / 2
  const frame = { x: along('x', 'width', width), y: along('y', 'height', height), width, height }
  return { ...crop, ...wholeFrame(fittedFrame(frame, crop.angle, to), crop.angle, to) }
}
