import { middleOf, type Point, type Rect, rotatePoint, type Size } from '#client/kit/geometry/geometry.ts'
import { scaleRect, union } from '#client/kit/geometry/rect.ts'
import { clampField } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { LayerTransform, Placed } from '#client/render/kind.ts'
import { bodyBounds } from '#shaders/text3d/geometry.ts'
import { centerOf, normalizeDegrees, placedTransform } from '../placement/placed.ts'
import { centerInPicture } from '../placement/seen.ts'
import { type Solid, scaleSolid, type TextLayer, textFields } from './schema.ts'
import { backgroundSize, extentOf, fontSizeOf, layoutOfLayer, textSize } from './textSize.ts'

type Layer = Immutable<TextLayer>
const { background, fontSize, frame } = textFields

/** The Fit button makes the text this fraction of the image's width. */
const FIT_WIDTH = 0.9

/**
 * Returns the offset from the layer's position to the text's center, in document px. The text is aligned in the text
 * box before rotation, so rotating doesn't change this offset.
 */
function offsetOf(layer: Layer): Point {
  const extent = layer.frame.enabled ? extentOf(layer) : null
  if (!extent) return { x: 0, y: 0 }
  const size = fontSizeOf(layer)
  const { alignment, frame } = layer
  const along = (start: number, length: number, room: number, side: 'start' | 'middle' | 'end') => {
    const [first, last] = [-room / 2 - start * size, room / 2 - (start + length) * size]
    if (side === 'middle') return clamp(first, 0, last)
    return side === 'start' ? first : last
  }
  const across = ({ left: 'start', center: 'middle', right: 'end' } as const)[alignment]
  const down = ({ top: 'start', middle: 'middle', bottom: 'end' } as const)[frame.vertical]
  return {
    x: along(extent.x, extent.width, frame.width, across),
    y: along(extent.y, extent.height, frame.height, down),
  }
}

/** Returns the center of the text, in document px. */
export function textCenter(layer: Layer, canvas: Size): Point {
  const [at, offset] = [centerOf(layer, canvas), offsetOf(layer)]
  return { x: at.x + offset.x, y: at.y + offset.y }
}

/** Returns the rotated box of a text layer's flat letters, in document px. Null if no letter is painted. */
export const inkBox = (layer: Layer, canvas: Size): Placed | null => boxAround(layer, inkBounds(layer), canvas)

/**
 * Returns the rotated box of a text layer's painted letters, in document px. In 3D, this is the box of the projected
 * body. Excludes background box, glow and shadow. Null if no letter is painted.
 */
export const paintedBox = (layer: Layer, canvas: Size): Placed | null => boxAround(layer, paintedBounds(layer), canvas)

/**
 * Returns the rotated box, in document px, that contains a text layer's letters both as painted and as shown while the
 * user types (flat). Null if no letter is painted.
 */
export const typedBox = (layer: Layer, canvas: Size): Placed | null => boxAround(layer, typedBounds(layer), canvas)

/** Returns the bounds of the flat letters in document px, relative to the text's center before rotation. */
function inkBounds(layer: Layer): Rect | null {
  const { ink } = layoutOfLayer(layer)
  return ink && scaleRect(ink, fontSizeOf(layer))
}

function paintedBounds(layer: Layer): Rect | null {
  const ink = inkBounds(layer)
  return ink && layer.threeDEffect.enabled ? bodyBounds(layer.threeDEffect, ink) : ink
}

/**
 * Returns the bounds of the painted letters and of the background box in document px, relative to the text's center.
 */
function frameBounds(layer: Layer): Rect | null {
  const letters = paintedBounds(layer)
  if (!letters || !layer.background.enabled) return letters
  const { width, height } = backgroundSize(layer)
  return union(letters, { x: -width / 2, y: -height / 2, width, height })
}

function typedBounds(layer: Layer): Rect | null {
  const [flat, painted] = [inkBounds(layer), paintedBounds(layer)]
  return flat && painted && union(flat, painted)
}

function boxAround(layer: Layer, bounds: Rect | null, canvas: Size): Placed | null {
  if (!bounds) return null
  const [{ x, y }, { rotation }] = [textCenter(layer, canvas), layer]
  const [offset, { width, height }] = [rotatePoint(middleOf(bounds), rotation), bounds]
  return { center: { x: x + offset.x, y: y + offset.y }, size: { width, height }, rotation }
}

/** Returns the size of the selection box in document px: the larger of text and background box. */
function boxOf(layer: Layer): Size {
  const text = textSize(layer)
  if (!layer.background.enabled) return text
  const { width, height } = backgroundSize(layer)
  return { width: Math.max(text.width, width), height: Math.max(text.height, height) }
}

/** Returns the font size (document px) that makes the text as wide as `FIT_WIDTH` of `picture` (document px). */
export function fittedFontSize(layer: Layer, picture: Size): number {
  const solid = layer.threeDEffect.enabled && typedBounds(layer)
  const width = solid ? solid.width / fontSizeOf(layer) : layoutOfLayer(layer).box.width
  return clampField(fontSize, Math.floor((FIT_WIDTH * picture.width) / width))
}

/**
 * Adds the text box `box` (document px), or replaces the layer's text box. The text is aligned in the box. The box
 * isn't rotated with the text. Must be called within an undo step.
 */
export function setFrame(layer: TextLayer, box: Rect, doc: DocumentSnapshot): void {
  Object.assign(layer.frame, { enabled: true, width: box.width, height: box.height })
  placed.moveTo(layer, middleOf(box), doc)
}

/**
 * Sets the font size (document px), and enlarges a text box that is too small. Lengths of the 3D effect are scaled.
 * Must be called within an undo step.
 */
export function setFontSize(layer: TextLayer, size: number): void {
  const start = solidOf(layer)
  layer.fontSize = clampField(fontSize, size)
  const by = layer.fontSize / fontSizeOf(layer)
  if (by > 1) scaleFrame(layer, by, layer)
  resizeSolid(layer, start)
}

export const solidOf = (layer: Layer): Solid => ({ effect: { ...layer.threeDEffect }, fontSize: fontSizeOf(layer) })

/** Scales the 3D effect `start` to the current font size. Must be called within an undo step. */
export const resizeSolid = (layer: TextLayer, start: Solid): void =>
  scaleSolid(layer.threeDEffect, start, fontSizeOf(layer))

/**
 * Makes the text as wide as `FIT_WIDTH` of the visible image. If the text is partly outside the image, moves it inside.
 * Text that isn't rotated is centered horizontally. Must be called within an undo step. `now` returns the current
 * document.
 */
export function fitIntoPicture(layer: TextLayer, now: () => DocumentSnapshot): void {
  const picture = pictureRect(now())
  setFontSize(layer, fittedFontSize(layer, picture))
  const doc = now()
  const placed = textTransform.placed(layer, doc)
  const shown = (layer.threeDEffect.enabled && paintedBox(layer, canvasSize(doc))) || placed
  const isUpright = layer.threeDEffect.enabled || layer.rotation === 0
  const box = isUpright ? { ...shown, size: { ...shown.size, width: picture.width } } : shown
  const [from, to, { x, y }] = [box.center, centerInPicture(box, doc), placed.center]
  textTransform.moveTo(layer, { x: x + to.x - from.x, y: y + to.y - from.y }, doc)
}

function scaleFrame(layer: TextLayer, by: number, start: Layer): void {
  for (const side of ['width', 'height'] as const)
    layer.frame[side] = clampField(frame.fields[side], start.frame[side] * by)
}

const placed = placedTransform<TextLayer>({
  fields: textFields,
  sizeOf: boxOf,
  visible: (layer, doc) => paintedBox(layer, canvasSize(doc)),
  frame: (layer, doc) => boxAround(layer, frameBounds(layer), canvasSize(doc)),
  scaleBy(layer, factor, start) {
    layer.fontSize = clampField(fontSize, Math.round(start.fontSize * factor))
    const applied = layer.fontSize / start.fontSize
    scaleFrame(layer, applied, start)
    resizeSolid(layer, solidOf(start))
    for (const name of ['width', 'height', 'borderRadius'] as const)
      layer.background[name] = clampField(background.fields[name], Math.round(start.background[name] * applied))
  },
  orbit: {
    of: ({ threeDEffect }) => (threeDEffect.enabled ? { x: threeDEffect.rotateX, y: threeDEffect.rotateY } : null),
    to({ threeDEffect }, degrees) {
      const { rotateX, rotateY } = textFields.threeDEffect.fields
      threeDEffect.rotateX = clampField(rotateX, Math.round(normalizeDegrees(degrees.x)))
      threeDEffect.rotateY = clampField(rotateY, Math.round(normalizeDegrees(degrees.y)))
    },
  },
  fitInto: fitIntoPicture,
  sizeText: (layer) => `${Math.round(fontSizeOf(layer))} px`,
})

/**
 * The handles of a text layer surround the painted text. A text box may align that text away from the layer's position.
 */
export const textTransform: LayerTransform<TextLayer> = {
  ...placed,
  placed: (layer, doc) => ({ ...placed.placed(layer, doc), center: textCenter(layer, canvasSize(doc)) }),
  moveTo(layer, center, doc) {
    const offset = offsetOf(layer)
    placed.moveTo(layer, { x: center.x - offset.x, y: center.y - offset.y }, doc)
  },
}
