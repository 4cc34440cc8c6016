/** Handles and hit testing of a shape (spec §4, §5). Pure. */
import { clamp } from '../../kit/base/fields.ts'
import { type Point, rotatePoint, type Size } from '../../kit/base/geometry.ts'
import type { Immutable } from '../../kit/base/immutable.ts'
import { canvasSize } from '../../model/document/backdrop.ts'
import { centerOf, placedTransform } from '../shared/placed.ts'
import { boundsOf, distanceToOutline, isInside } from './contours.ts'
import { isOpen } from './outlines.ts'
import { type ShapeLayer, shapeFields } from './schema.ts'

type Layer = Immutable<ShapeLayer>

/** Returns true when the shape is painted as a stroke: it is not filled, or it is an open shape. */
export const isStroked = ({ type, isFilled }: Pick<Layer, 'type' | 'isFilled'>): boolean => !isFilled || isOpen(type)

/** Returns the width of the line on the shape's edge, document px: the stroke, or the outline of a fill; 0 = none. */
export function edgeWidthOf(layer: Layer): number {
  if (isStroked(layer)) return layer.strokeWidth
  return layer.outline.enabled ? layer.outline.width : 0
}

/** Returns the size of a shape on the canvas before rotation, its stroke or outline included; document px. */
export function sizeOf(layer: Layer): Size {
  const { width, height } = boundsOf(layer.type)
  const stroke = edgeWidthOf(layer)
  return { width: (width * layer.scale) / 100 + stroke, height: (height * layer.scale) / 100 + stroke }
}

/**
 * Returns the distance from a point to the shape, document px. The inside of a stroked shape has a tiny positive
 * distance: the shape can be dragged there, but layers visible through it take precedence.
 */
export function hit(layer: Layer, at: Point, center: Point): number {
  const turned = rotatePoint({ x: at.x - center.x, y: at.y - center.y }, -layer.rotation)
  const unit = layer.scale / 100
  const local = { x: turned.x / unit, y: turned.y / unit }
  const inside = isInside(layer.type, local)
  if (inside && !isStroked(layer)) return 0
  const stroke = edgeWidthOf(layer) / 2
  const distance = Math.max(0, distanceToOutline(layer.type, local) * unit - stroke)
  return inside ? Math.min(distance, Number.EPSILON) : distance
}

/** How shapes are moved, scaled, rotated and hit on the canvas. */
export const shapeTransform = placedTransform<ShapeLayer>({
  fields: shapeFields,
  sizeOf,
  hit: (layer, at, doc) => hit(layer, at, centerOf(layer, canvasSize(doc))),
  scaleBy(layer, factor, start) {
    layer.scale = clamp(shapeFields.scale, Math.round(start.scale * factor * 10) / 10)
  },
  sizeText: (layer) => `${Math.round(layer.scale)} %`,
})
