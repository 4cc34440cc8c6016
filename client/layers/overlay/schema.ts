import { type Fields, number, string } from '../../kit/base/fields.ts'
import type { LayerOf } from '../../render/kind.ts'
import { shadowField } from '../../render/shadow/shadowFields.ts'
import { glowField, opacityField, positionField, rotationField } from '../shared/placed.ts'

/** Maximum number of overlay images, including pending ones (spec §5). */
export const MAX_OVERLAYS = 2

/** The fields of an overlay image (spec §3, §5). */
export const overlayFields = {
  /** The asset with its pixels, and their size as decoded. */
  content: string('Content', '', 100),
  width: number('Width', { default: 1, min: 1, max: 100_000, unit: 'px' }),
  height: number('Height', { default: 1, min: 1, max: 100_000, unit: 'px' }),
  position: positionField,
  // 100 % = contained by the canvas; so at 50 % the longer relative side is half of it (decisions).
  scale: number('Size', { default: 50, min: 10, max: 200, unit: 'percent' }),
  opacity: opacityField,
  rotation: rotationField,
  /** Percent of half the shorter side: 100 = semicircular ends. */
  borderRadius: number('Border radius', { default: 0, min: 0, max: 100, unit: 'percent' }),
  glow: glowField,
  shadow: shadowField,
} as const satisfies Fields

/** An image that the user added to the picture. */
export type OverlayLayer = LayerOf<'overlay', typeof overlayFields>
