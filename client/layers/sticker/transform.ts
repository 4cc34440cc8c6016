import { clamp } from '../../kit/base/fields.ts'
import type { Size } from '../../kit/base/geometry.ts'
import type { Immutable } from '../../kit/base/immutable.ts'
import { placedTransform } from '../shared/placed.ts'
import { type StickerLayer, stickerFields } from './schema.ts'

/** Longer side at scale 1, document px (decisions, "Units and geometry"). */
const BASE = 200

/** Returns the size of an emoji or sticker on the canvas before rotation, document px. */
export function sizeOf({ scale, ratio }: Pick<Immutable<StickerLayer>, 'scale' | 'ratio'>): Size {
  const side = BASE * scale
  return { width: ratio >= 1 ? side : side * ratio, height: ratio >= 1 ? side / ratio : side }
}

/** How emoji and stickers are moved, scaled, rotated and hit on the canvas. */
export const stickerTransform = placedTransform<StickerLayer>({
  fields: stickerFields,
  sizeOf,
  scaleBy(layer, factor, start) {
    layer.scale = clamp(stickerFields.scale, Math.round(start.scale * factor * 1000) / 1000)
  },
  sizeText: (layer) => `${Math.round(layer.scale * 100) / 100} ×`,
})
