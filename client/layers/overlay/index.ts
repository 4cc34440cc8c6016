import { Images } from 'lucide-react'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { formatPercent } from '#client/kit/i18n/format.ts'
import { clampField } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { type DocumentSnapshot, layerOfKind } from '#client/model/document/document.ts'
import { defineKind } from '#client/render/kind.ts'
import { showOwnBackground } from '#client/render/objects/subjectFields.ts'
import { placedInputs, placedTransform } from '../placement/placed.ts'
import { MAX_OVERLAYS, type OverlayLayer, overlayFields } from './schema.ts'

type Layer = Immutable<OverlayLayer>

/** Returns the image's scale on the canvas, in document px per image px. */
export function unitOf({ width, height, scale }: Layer, doc: DocumentSnapshot): number {
  const canvas = canvasSize(doc)
  return (Math.min(canvas.width / width, canvas.height / height) * scale) / 100
}

/** Returns the size of the image on the canvas before rotation, in document px. */
export function sizeOf(layer: Layer, doc: DocumentSnapshot): Size {
  const unit = unitOf(layer, doc)
  return { width: layer.width * unit, height: layer.height * unit }
}

const overlayTransform = placedTransform<OverlayLayer>({
  fields: overlayFields,
  sizeOf,
  scaleBy(layer, factor, start) {
    layer.scale = clampField(overlayFields.scale, Math.round(start.scale * factor * 100) / 100)
  },
  sizeText: (layer) => formatPercent(layer.scale),
})

export const overlayKind = defineKind({
  kind: 'overlay',
  label: 'Overlay image',
  icon: Images,
  assetOf: ({ content }) => content,
  style: ['opacity', 'borderRadius', 'glow', 'shadow'],
  lengths: ['glow.intensity'],
  slot: 'placed',
  staysReadable: true,
  fields: overlayFields,
  placement: 'background',
  limit: MAX_OVERLAYS,
  isRemovedWithBackdrop: true,
  inputs: placedInputs,
  // when the last overlay is removed, the original background is restored
  afterRemoval(doc) {
    if (layerOfKind(doc, 'overlay') || doc.backdrop.type === 'original') return null
    showOwnBackground(doc)
    return 'Original background restored'
  },
  transform: overlayTransform,
})
