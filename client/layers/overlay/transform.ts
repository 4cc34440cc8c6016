import { clamp } from '../../kit/base/fields.ts'
import type { Size } from '../../kit/base/geometry.ts'
import type { Immutable } from '../../kit/base/immutable.ts'
import { canvasSize } from '../../model/document/backdrop.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import { placedTransform } from '../shared/placed.ts'
import { type OverlayLayer, overlayFields } from './schema.ts'

type Layer = Immutable<OverlayLayer>

/** Returns how many document px one px of the image covers on the canvas. */
export function unitOf({ width, height, scale }: Layer, doc: DocumentSnapshot): number {
  const canvas = canvasSize(doc)
  return (Math.min(canvas.width / width, canvas.height / height) * scale) / 100
}

/** Returns the size of the image on the canvas before rotation, document px. */
export function sizeOf(layer: Layer, doc: DocumentSnapshot): Size {
  const unit = unitOf(layer, doc)
  return { width: layer.width * unit, height: layer.height * unit }
}

/** How overlay images are moved, scaled, rotated and hit on the canvas. */
export const overlayTransform = placedTransform<OverlayLayer>({
  fields: overlayFields,
  sizeOf,
  scaleBy(layer, factor, start) {
    layer.scale = clamp(overlayFields.scale, Math.round(start.scale * factor * 100) / 100)
  },
  sizeText: (layer) => `${Math.round(layer.scale)} %`,
})
