/**
 * How the canvas handles act on a stroke: its points stay as they were drawn (spec §4). They are px of the photo, and go
 * wherever the photo stands on the canvas, as the subject does. Pure.
 */
import { applied, inverse } from '../../kit/base/affine.ts'
import { clamp } from '../../kit/base/fields.ts'
import { type Point, rotated } from '../../kit/base/geometry.ts'
import type { Immutable } from '../../kit/base/immutable.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import type { LayerTransform } from '../../render/kind.ts'
import { containedMap } from '../../render/photo/subjectPlacement.ts'
import { normalizeDegrees } from '../shared/placed.ts'
import { distanceToStroke, strokeBounds } from './points.ts'
import { type DrawingLayer, drawingFields } from './schema.ts'

type Layer = Immutable<DrawingLayer>

/** The middle of the ink as it was drawn: what it is turned and scaled about. */
function originalCenter({ points }: Pick<Layer, 'points'>): Point {
  const { x, y, width, height } = strokeBounds(points)
  return { x: x + width / 2, y: y + height / 2 }
}

/** In px of the photo. */
function centerOf(layer: Layer): Point {
  const drawn = originalCenter(layer)
  return { x: drawn.x + layer.position.x, y: drawn.y + layer.position.y }
}

/** Document px per px of the photo. */
export const photoScale = (doc: DocumentSnapshot): number => containedMap(doc).a

/** A place of the document, in px of the photo. */
export const toPhoto = (doc: DocumentSnapshot, at: Point): Point => applied(inverse(containedMap(doc)), at)

/** A place of the photo in the coordinates of the stroke's own points. */
export function toStroke(layer: Layer, at: Point): Point {
  const [center, drawn] = [centerOf(layer), originalCenter(layer)]
  const turned = rotated({ x: at.x - center.x, y: at.y - center.y }, -layer.rotation)
  const unit = layer.scale / 100
  return { x: drawn.x + turned.x / unit, y: drawn.y + turned.y / unit }
}

/** Where a place of the stroke's own points is seen, in px of the photo. */
export function fromStroke(layer: Layer, at: Point): Point {
  const [center, drawn] = [centerOf(layer), originalCenter(layer)]
  const unit = layer.scale / 100
  const turned = rotated({ x: (at.x - drawn.x) * unit, y: (at.y - drawn.y) * unit }, layer.rotation)
  return { x: center.x + turned.x, y: center.y + turned.y }
}

/** Document px per px of the stroke's own points. */
export const strokeScale = ({ scale }: Layer, doc: DocumentSnapshot): number => (photoScale(doc) * scale) / 100

export const drawingTransform: LayerTransform<DrawingLayer> = {
  placed(layer, doc) {
    const { width, height } = strokeBounds(layer.points)
    const unit = strokeScale(layer, doc)
    return {
      center: applied(containedMap(doc), centerOf(layer)),
      size: { width: width * unit, height: height * unit },
      rotation: layer.rotation,
    }
  },
  hit: (layer, at, doc) => distanceToStroke(layer.points, toStroke(layer, toPhoto(doc, at))) * strokeScale(layer, doc),
  moveTo(layer, to, doc) {
    const center = toPhoto(doc, to)
    const drawn = originalCenter(layer)
    const { x, y } = drawingFields.position.fields
    layer.position.x = clamp(x, roundToHundredth(center.x - drawn.x))
    layer.position.y = clamp(y, roundToHundredth(center.y - drawn.y))
  },
  scaleBy(layer, factor, start) {
    layer.scale = clamp(drawingFields.scale, Math.round(start.scale * factor * 10) / 10)
  },
  rotateTo(layer, degrees) {
    layer.rotation = clamp(drawingFields.rotation, Math.round(normalizeDegrees(degrees) * 10) / 10)
  },
  sizeText: (layer) => `${Math.round(layer.scale)} %`,
}

/** A hundredth of a px: drags stay exact and the record stays readable. */
const roundToHundredth = (px: number) => Math.round(px * 100) / 100
