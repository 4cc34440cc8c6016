/**
 * Handles of a stroke. Moving, scaling and rotating change separate fields, not the points, which are in px of the
 * photo.
 */
import { invert, transformPoint } from '#client/kit/geometry/affine.ts'
import { middleOf, type Point, rotatePoint } from '#client/kit/geometry/geometry.ts'
import { formatPercent } from '#client/kit/i18n/format.ts'
import { clampField } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { LayerTransform } from '#client/render/kind.ts'
import { containedMap } from '#client/render/photo/subjectPlacement.ts'
import { normalizeDegrees } from '../placement/placed.ts'
import { distanceToStroke, strokeBounds } from './points.ts'
import { type DrawingLayer, drawingFields } from './schema.ts'

type Layer = Immutable<DrawingLayer>

/** Returns the center of the original points, in px of the photo. The stroke rotates and scales around this center. */
const originalCenter = ({ points }: Pick<Layer, 'points'>): Point => middleOf(strokeBounds(points))

/** Returns the current center of the stroke, in px of the photo. */
function centerOf(layer: Layer): Point {
  const drawn = originalCenter(layer)
  return { x: drawn.x + layer.position.x, y: drawn.y + layer.position.y }
}

/** Returns the scale of the photo on the canvas, in document px per px of the photo. */
export const photoScale = (doc: DocumentSnapshot): number => containedMap(doc).a

/** Converts a point from document px to px of the photo. */
export const toPhoto = (doc: DocumentSnapshot, at: Point): Point => transformPoint(invert(containedMap(doc)), at)

/** Converts a position from photo px to the coordinates of the stroke's points. */
export function toStroke(layer: Layer, at: Point): Point {
  const [center, drawn] = [centerOf(layer), originalCenter(layer)]
  const turned = rotatePoint({ x: at.x - center.x, y: at.y - center.y }, -layer.rotation)
  const unit = layer.scale / 100
  return { x: drawn.x + turned.x / unit, y: drawn.y + turned.y / unit }
}

/** Converts a position from the coordinates of the stroke's points to photo px. This is the inverse of `toStroke`. */
export function fromStroke(layer: Layer, at: Point): Point {
  const [center, drawn] = [centerOf(layer), originalCenter(layer)]
  const unit = layer.scale / 100
  const turned = rotatePoint({ x: (at.x - drawn.x) * unit, y: (at.y - drawn.y) * unit }, layer.rotation)
  return { x: center.x + turned.x, y: center.y + turned.y }
}

/** Returns document px per px of the stroke's points, which is the photo's scale on the canvas × the layer's scale. */
export const strokeScale = ({ scale }: Layer, doc: DocumentSnapshot): number => (photoScale(doc) * scale) / 100

export const drawingTransform: LayerTransform<DrawingLayer> = {
  placed(layer, doc) {
    const { width, height } = strokeBounds(layer.points)
    const unit = strokeScale(layer, doc)
    return {
      center: transformPoint(containedMap(doc), centerOf(layer)),
      size: { width: width * unit, height: height * unit },
      rotation: layer.rotation,
    }
  },
  hit: (layer, at, doc) => distanceToStroke(layer.points, toStroke(layer, toPhoto(doc, at))) * strokeScale(layer, doc),
  moveTo(layer, to, doc) {
    const center = toPhoto(doc, to)
    const drawn = originalCenter(layer)
    const { x, y } = drawingFields.position.fields
    layer.position.x = clampField(x, roundToHundredth(center.x - drawn.x))
    layer.position.y = clampField(y, roundToHundredth(center.y - drawn.y))
  },
  scaleBy(layer, factor, start) {
    layer.scale = clampField(drawingFields.scale, Math.round(start.scale * factor * 10) / 10)
  },
  rotateTo(layer, degrees) {
    layer.rotation = clampField(drawingFields.rotation, Math.round(normalizeDegrees(degrees) * 10) / 10)
  },
  sizeText: (layer) => formatPercent(layer.scale),
}

const roundToHundredth = (px: number) => Math.round(px * 100) / 100
