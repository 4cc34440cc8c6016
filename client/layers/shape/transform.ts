/** Handles and hit testing of a shape. */
import { distance, type Point, rotatePoint, type Size } from '#client/kit/geometry/geometry.ts'
import { formatPercent } from '#client/kit/i18n/format.ts'
import { clampField } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { centerOf, placedTransform } from '../placement/placed.ts'
import { boundsOf, distanceToOutline, isInside } from './contours.ts'
import { endsOf } from './lineEnds.ts'
import { isOpen } from './outlines.ts'
import { type ShapeLayer, shapeFields } from './schema.ts'

type Layer = Immutable<ShapeLayer>

/** Returns true for a shape that is painted as a stroke: an open shape, or a shape without a fill. */
export const isStroked = ({ type, isFilled }: Pick<Layer, 'type' | 'isFilled'>): boolean => !isFilled || isOpen(type)

/** Returns the width of the stroke or the outline, in document px. 0 = no stroke or outline. */
export function edgeWidthOf(layer: Layer): number {
  if (isStroked(layer)) return layer.strokeWidth
  return layer.outline.enabled ? layer.outline.width : 0
}

/** Returns the stretch factor per axis; 1 = the shape's own proportions. */
export const stretchOf = ({ stretch }: Pick<Layer, 'stretch'>): Point => ({
  x: stretch.horizontal / 100,
  y: stretch.vertical / 100,
})

/** Returns how far stroke and heads extend beyond the path, in document px. */
export function marginOf(layer: Layer): number {
  const reach = Math.max(0.5, ...endsOf(layer, stretchOf(layer)).map((end) => end.reach))
  return edgeWidthOf(layer) * reach
}

/** Returns the size of a shape and its stroke on the canvas before rotation, in document px. */
export function sizeOf(layer: Layer): Size {
  const { width, height } = boundsOf(layer.type, stretchOf(layer))
  const lines = 2 * marginOf(layer)
  return { width: (width * layer.scale) / 100 + lines, height: (height * layer.scale) / 100 + lines }
}

/**
 * Stretches a shape so that its box, including the stroke, has this width and height in document px. Doesn't change the
 * height of a line.
 */
function stretchTo(layer: ShapeLayer, { width, height }: Partial<Size>) {
  const { horizontal, vertical } = shapeFields.stretch.fields
  const own = boundsOf(layer.type)
  const lines = 2 * marginOf(layer)
  const share = (side: number, length: number) =>
    Math.round((10_000 * 100 * (side - lines)) / (length * layer.scale)) / 100
  if (width !== undefined && own.width > 0) layer.stretch.horizontal = clampField(horizontal, share(width, own.width))
  if (height !== undefined && own.height > 0) layer.stretch.vertical = clampField(vertical, share(height, own.height))
}

/**
 * Returns the distance from a point to the shape, in document px. Inside a stroked shape without a fill, the distance
 * is tiny but not 0, so that a click first hits a layer that is visible there.
 */
export function hit(layer: Layer, at: Point, center: Point): number {
  const turned = rotatePoint({ x: at.x - center.x, y: at.y - center.y }, -layer.rotation)
  const unit = layer.scale / 100
  const local = { x: turned.x / unit, y: turned.y / unit }
  const stretch = stretchOf(layer)
  const inside = isInside(layer.type, local, stretch)
  if (inside && !isStroked(layer)) return 0
  const width = edgeWidthOf(layer)
  const heads = endsOf(layer, stretch).map(({ at, reach }) => distance(at, local) * unit - reach * width)
  const away = Math.max(0, Math.min(distanceToOutline(layer.type, local, stretch) * unit - width / 2, ...heads))
  return inside ? Math.min(away, Number.EPSILON) : away
}

export const shapeTransform = placedTransform<ShapeLayer>({
  fields: shapeFields,
  sizeOf,
  hit: (layer, at, doc) => hit(layer, at, centerOf(layer, canvasSize(doc))),
  scaleBy(layer, factor, start) {
    // the scale of a template's shape may exceed the field's maximum
    const most = Math.max(shapeFields.scale.max, start.scale)
    layer.scale = Math.min(most, clampField(shapeFields.scale, Math.round(start.scale * factor * 10) / 10))
  },
  stretchTo,
  sizeText(layer) {
    const { width, height } = sizeOf(layer)
    return `${formatPercent(layer.scale)} · ${Math.round(width)} × ${Math.round(height)} px`
  },
})
