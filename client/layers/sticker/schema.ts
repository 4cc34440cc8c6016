import { choice, type Fields, number, string } from '#client/kit/values/fields.ts'
import type { LayerOf } from '#client/render/kind.ts'
import { shadowField } from '#client/render/shadow/shadowFields.ts'
import { glowField, opacityField, positionField, rotationField } from '../placement/placed.ts'

/** The fields of a sticker: an emoji, or the user's own image. */
export const stickerFields = {
  /** The emoji, or the id of the image asset. */
  content: string('Content', '😀', 100),
  type: choice('Type', ['emoji', 'image'], 'emoji'),
  /** Width divided by height of an image. Always 1 for an emoji. */
  ratio: number('Aspect ratio', { default: 1, min: 0.01, max: 100 }),
  position: positionField,
  // At scale 1, the longer side is 200 document px.
  scale: number('Size', { default: 1.5, min: 0.1, max: 5, step: 0.1, unit: 'factor' }),
  opacity: opacityField,
  rotation: rotationField,
  glow: glowField,
  shadow: shadowField,
} as const satisfies Fields

/** Initial scale of image stickers. Emoji start with the field's default. */
export const IMAGE_SCALE = 1

export type StickerLayer = LayerOf<'sticker', typeof stickerFields>
