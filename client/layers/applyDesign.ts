/**
 * Applies a design (the layers, backdrop and enhancements of a document) to another photo. Layers keep their relative
 * position and, where possible, their relative size.
 */

import { tuneFields } from '#shaders/tune/enhancements.ts'
import { clamp } from '../kit/base/fields.ts'
import type { Size } from '../kit/base/geometry.ts'
import type { LayerId } from '../kit/base/ids.ts'
import type { Immutable } from '../kit/base/immutable.ts'
import { canvasSize, imageBackdropFields } from '../model/document/backdrop.ts'
import { type Crop, cropOf, fittedFrame, largestFrame, planeSize, ratioOf, wholeFrame } from '../model/document/crop.ts'
import {
  type Document,
  type DocumentSnapshot,
  emptyDocument,
  type LayerBase,
  layerOfKind,
  type Photo,
  type Separation,
} from '../model/document/document.ts'
import { newLayer } from './newLayer.ts'
import { kindOf } from './registry.ts'
import { rescaleLengths } from './rescaleLengths.ts'

/** Maximum share of the new canvas that a layer covers if the layer was narrower than the old canvas. */
const MAX_SHARE = 0.94

export interface AppliedDesign {
  document: Document
  /** Layers of the design that belong to its own photo, such as drawings; they are not in the document. */
  leftOut: LayerId[]
}

/**
 * Returns a document with the layers, the backdrop and the enhancements of `design` on another photo. Positions are
 * percentages of the canvas and stay unchanged. Lengths are multiplied by the geometric mean of the ratios of width and
 * height; by a smaller factor if a layer would cover a larger share of the canvas than before and more than 94 %. Mask
 * edits and drawings are not applied. All fonts must be loaded, because the extent of a text depends on its font.
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
  const [before, after] = [canvasSize(design), canvasSize(document)]
  document.crop = rescaledCrop(design, before, after)
  const factor = Math.sqrt((after.width * after.height) / (before.width * before.height))
  rescalePhotoLengths(document, design, factor)
  const leftOut: LayerId[] = []
  for (const id of design.order) {
    const layer = design.layers[id]
    if (!layer || (layer.kind === 'subject' && !separation)) continue
    if (kindOf(layer.kind).isBoundToPhoto) {
      leftOut.push(id)
      continue
    }
    const fresh = {
      ...structuredClone(fitted(layer, factor, { design, document, before, after })),
      id: newId(),
    } as LayerBase
    document.layers[fresh.id] = fresh
    document.order.push(fresh.id)
  }
  if (separation && !layerOfKind(document, 'subject')) newLayer(document, 'subject')
  return { document, leftOut }
}

/** Copies the design's enhancements, and rescales the blurs of the backdrop and of the enhancements. */
function rescalePhotoLengths(document: Document, design: DocumentSnapshot, factor: number): void {
  const { backdrop } = document
  if (backdrop.type === 'image') backdrop.blur = clamp(imageBackdropFields.blur, backdrop.blur * factor)
  for (const set of ['image', 'foreground', 'background'] as const)
    document.tune[set] = { ...design.tune[set], blur: clamp(tuneFields.blur, design.tune[set].blur * factor) }
}

/**
 * Returns the design's crop on another canvas: the same turn, format and relative centre, and the same share of the
 * largest possible frame.
 */
function rescaledCrop(design: DocumentSnapshot, before: Size, after: Size): Crop | null {
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
  const frame = { x: center.x - width / 2, y: center.y - height / 2, width, height }
  return { ...crop, ...wholeFrame(fittedFrame(frame, crop.angle, to), crop.angle, to) }
}

interface Canvases {
  design: DocumentSnapshot
  document: DocumentSnapshot
  before: Size
  after: Size
}

function fitted(layer: Immutable<LayerBase>, factor: number, { design, document, before, after }: Canvases) {
  const scaled = rescaleLengths(layer, factor)
  const { transform } = kindOf(layer.kind)
  if (!transform || scaled === layer) return scaled
  const [was, is] = [transform.placed(layer, design), transform.placed(scaled, document)]
  const excess = (side: 'width' | 'height') =>
    is.size[side] / after[side] / Math.max(MAX_SHARE, was.size[side] / before[side])
  const over = Math.max(excess('width'), excess('height'))
  return over > 1 ? rescaleLengths(layer, factor / over) : scaled
}
