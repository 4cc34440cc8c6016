import { type Fields, number, string } from '#client/kit/values/fields.ts'
import type { LayerOf } from '#client/render/kind.ts'
import { shadowField } from '#client/render/shadow/shadowFields.ts'
import { glowField, opacityField, positionField, rotationField } from '../placement/placed.ts'

/** Maximum number of overlay images, including pending ones. */
export const MAX_OVERLAYS = 2

/** The fields of an overlay image. They define label, range and default of each control. */
export const overlayFields = {
  /** Asset id of the bitmap. `width` and `height` are the size of the decoded bitmap. */
  content: string('Content', '', 100),
  width: number('Width', { default: 1, min: 1, max: 100_000, unit: 'px' }),
  height: number('Height', { default: 1, min: 1, max: 100_000, unit: 'px' }),
  position: positionField,
  // At 100%, the image fits exactly into the canvas.
  scale: number('Size', { default: 50, min: 10, max: 200, unit: 'percent' }),
  opacity: opacityField,
  rotation: rotationField,
  /** Corner radius in percent of half the shorter side; 100 = semicircular ends. */
  borderRadius: number('Border radius', { default: 0, min: 0, max: 100, unit: 'percent' }),
  glow: glowField,
  shadow: shadowField,
} as const satisfies Fields

export type OverlayLayer = LayerOf<'overlay', typeof overlayFields>
