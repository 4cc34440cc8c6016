import { t } from '#client/kit/i18n/translate.ts'
import { choice, color, type Fields, flag, group, number } from '#client/kit/values/fields.ts'
import type { LayerOf } from '#client/render/kind.ts'
import { gradientField } from '../colors/gradient.ts'
import { glowField, opacityField, rotationField } from '../placement/placed.ts'
import { LINE_END_NAMES, LINE_ENDS } from './lineEnds.ts'
import { nameOf, SHAPES, type ShapeType } from './outlines.ts'

export const shapeFields = {
  type: choice('Shape', SHAPES, 'square'),
  color: color('Color', '#ffffff'),
  isFilled: flag('Filled', true),
  strokeWidth: number('Stroke width', { default: 5, min: 0.1, max: 200, step: 0.2, unit: 'px' }),
  /** Dash pattern of the stroke, or of the outline around a fill. */
  dash: choice('Line style', ['solid', 'dashed', 'dotted'], 'solid', {
    solid: 'Solid',
    dashed: 'Dashed',
    dotted: 'Dotted',
  }),
  /** Heads at both ends of a line. Other shapes don't use this field. */
  ends: group('Line ends', {
    start: choice('Line start', LINE_ENDS, 'none', LINE_END_NAMES),
    end: choice('Line end', LINE_ENDS, 'none', LINE_END_NAMES),
  }),
  position: group('Position', {
    horizontal: number('Horizontal', { default: 50, min: 0, max: 100, step: 0.1, unit: 'percent' }),
    vertical: number('Vertical', { default: 50, min: 0, max: 100, step: 0.1, unit: 'percent' }),
  }),
  // At 100%, the longer side is 100 document px. `hardMax` lets a template fill a photo of any size.
  scale: number('Size', { default: 500, min: 1, max: 2000, hardMax: 10_000, unit: 'percent' }),
  /** Stretch of width and height in percent. 100 = the shape's own proportions. */
  stretch: group('Proportions', {
    horizontal: number('Width scale', { default: 100, min: 1, max: 1000, unit: 'percent' }),
    vertical: number('Height scale', { default: 100, min: 1, max: 1000, unit: 'percent' }),
  }),
  opacity: opacityField,
  rotation: rotationField,
  gradient: gradientField,
  /** An outline centered on the edge of the fill. Lines don't use this field. */
  outline: group('Outline', {
    enabled: flag('Outline', false),
    color: color('Outline color', '#000000'),
    width: number('Outline width', { default: 12, min: 1, max: 200, unit: 'px' }),
  }),
  glow: glowField,
} as const satisfies Fields

export type ShapeLayer = LayerOf<'shape', typeof shapeFields>

export const shapeName = (type: ShapeType): string => t(nameOf(type))
