import type { Size } from '#client/kit/geometry/geometry.ts'
import { clampField } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { placedTransform } from '../placement/placed.ts'
import { type StickerLayer, stickerFields } from './schema.ts'

/** Longer side at scale 1 in document px. */
const BASE = 200

/** Returns the size of an emoji or sticker on the canvas before rotation, in document px. */
export function sizeOf({ scale, ratio }: Pick<Immutable<StickerLayer>, 'scale' | 'ratio'>): Size {
  const side = BASE * scale
  return { width: ratio >= 1 ? side : side * ratio, height: ratio >= 1 ? side / ratio : side }
}

/** Longer side of an emoji from the palette, as a fraction of the image's shorter side. */
const PALETTE_SHARE = 0.2

/**
 * Returns the initial scale of an emoji from the palette. It is large enough for a large image, but doesn't cover a
 * face in a small image. `picture`: size of the image in document px.
 */
export function paletteScale(picture: Size): number {
  const scale = (PALETTE_SHARE * Math.min(picture.width, picture.height)) / BASE
  return clampField(stickerFields.scale, Math.floor(scale * 100) / 100)
}

export const stickerTransform = placedTransform<StickerLayer>({
  fields: stickerFields,
  sizeOf,
  scaleBy(layer, factor, start) {
    layer.scale = clampField(stickerFields.scale, Math.round(start.scale * factor * 1000) / 1000)
  },
  sizeText: (layer) => `${Math.round(layer.scale * 100) / 100} ×`,
})
