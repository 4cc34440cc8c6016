import { color, type Fields, group, list, number, type Values } from '#client/kit/values/fields.ts'
import { initialDrawUi } from '#client/model/session/ui/ui.ts'
import type { LayerOf } from '#client/render/kind.ts'
import { opacityField, rotationField } from '../placement/placed.ts'

/** Maximum number of points of a stroke. If a stroke is longer, some points are dropped. */
export const MAX_POINTS = 1000

const BRUSH = initialDrawUi()

/** Maximum absolute coordinate, px of the photo. A stroke may leave the canvas. */
const REACH = 1e6

export const pointFields = {
  /** Coordinates of the point as drawn, px of the photo. */
  x: number('X', { default: 0, min: -REACH, max: REACH, unit: 'px' }),
  y: number('Y', { default: 0, min: -REACH, max: REACH, unit: 'px' }),
  /** Width of the stroke at this point, px of the photo, including pen pressure. */
  size: number('Brush size', { default: BRUSH.size, min: 1, max: 500, hardMin: 0.01, hardMax: 100_000, unit: 'px' }),
  color: color('Color', BRUSH.color),
} as const satisfies Fields

/** A point of a stroke: position, color, and width including pen pressure. Position and width are px of the photo. */
export type StrokePoint = Values<typeof pointFields>

const EXAMPLE: readonly StrokePoint[] = [
  { x: 100, y: 300, size: 20, color: '#ffffff' },
  { x: 250, y: 120, size: 26, color: '#ffffff' },
  { x: 380, y: 310, size: 34, color: '#ffffff' },
  { x: 560, y: 180, size: 18, color: '#ffffff' },
]

/** The fields of a drawing layer, which contains one stroke. */
export const drawingFields = {
  points: list('Points', pointFields, { maxLength: MAX_POINTS, example: EXAMPLE }),
  /** Offset from the original position of the stroke, px of the photo. */
  position: group('Position', {
    x: number('Horizontal', { default: 0, min: -REACH, max: REACH, unit: 'px' }),
    y: number('Vertical', { default: 0, min: -REACH, max: REACH, unit: 'px' }),
  }),
  scale: number('Size', { default: 100, min: 1, max: 2000, unit: 'percent' }),
  rotation: rotationField,
  opacity: opacityField,
} as const satisfies Fields

export type DrawingLayer = LayerOf<'drawing', typeof drawingFields>
