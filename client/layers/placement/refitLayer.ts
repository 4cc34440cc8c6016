/** Places layers on another photo, or on another canvas around the same photo. */

import { compose, invert, transformPoint } from '#client/kit/geometry/affine.ts'
import { distance, type Point, type Rect, type Size } from '#client/kit/geometry/geometry.ts'
import { changeField, clampField, type Field } from '#client/kit/values/fields.ts'
import { isEqual } from '#client/kit/values/identity.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import { kindOf } from '#client/layers/registry.ts'
import { subjectBox } from '#client/layers/subjectBox.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { cropOf, isLargest, pictureInDocument, turnedSize } from '#client/model/document/crop.ts'
import { essentialCrop, movedCrop, withFormat } from '#client/model/document/cropEdits.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import { assignInPlace, mutableCopy } from '#client/model/history/records.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { type LayerTransform, type Placed, uprightBox } from '#client/render/kind.ts'
import { containedMap } from '#client/render/photo/subjectPlacement.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'

/** Maximum fraction of the new image's side that a layer may cover, if the layer was narrower than the old image. */
const MAX_SHARE = 0.94

/** Relative differences of sizes up to this value are ignored as rounding errors. */
const TOLERANCE = 0.01

/**
 * A layer covers the image along a side if its distance from the image's edges is at most this value, in document px.
 */
const AT_EDGE = 1

/** Differences of positions up to this value are ignored as rounding errors, in document px. */
const EPSILON = 1e-6

/**
 * Two rectangles of a document, in document px. When a layer is moved to another photo, its position is relative to one
 * of them.
 */
export interface Surroundings {
  doc: DocumentSnapshot
  /** The frame of the image, which is the crop's frame or the whole canvas. */
  picture: Rect
  /** The box of the painted subject, or null if there is no subject. */
  subject: Rect | null
}

/**
 * Returns a document's image frame and subject box, for `refitLayer`. After this call, the subject must not be moved,
 * because anchored layers would then use an outdated box.
 */
export const surroundingsOf = (doc: DocumentSnapshot): Surroundings => ({
  doc,
  picture: pictureInDocument(doc),
  subject: subjectBox(doc),
})

/**
 * Returns a copy of the layer with its position and lengths on another photo. If the layer is anchored to the subject
 * and both photos have a subject, they are relative to the subject's box, otherwise to the image. Lengths are
 * multiplied by the geometric mean of the ratios of width and height. The factor is smaller if the layer would cover
 * more than 94% of the image's width or height and a larger fraction than before. If `staysInside` is true, a layer
 * that was inside the image stays inside. Along a side where the layer is larger than the image, it is only centered. A
 * layer that covered the image from edge to edge, such as a gradient behind text, is stretched to the same fractions of
 * the image.
 */
export function refitLayer(
  layer: Immutable<LayerBase>,
  before: Surroundings,
  after: Surroundings,
  staysInside = layer.anchor !== undefined,
): LayerBase {
  const [from, to] = framesOf(layer, before, after)
  const factor = Math.sqrt((to.width * to.height) / (from.width * from.height))
  const { slot, transform, isBoundToPhoto } = kindOf(layer.kind)
  const fitted = mutableCopy(withSize(layer, factor, before, after)) as LayerBase
  if (!transform || slot !== 'placed') return fitted
  const was = transform.placed(layer, before.doc)
  const isScaled = from !== before.picture || before.doc.crop || after.doc.crop || isBoundToPhoto
  if (isScaled) scaleTo(transform, fitted, was, factor, after.doc)
  if (from === before.picture && coversSide(was, from)) {
    const size = {
      width: (was.size.width * to.width) / from.width,
      height: (was.size.height * to.height) / from.height,
    }
    transform.stretchTo?.(fitted, size)
  }
  const is = transform.placed(fitted, after.doc)
  const wanted = {
    x: to.x + ((was.center.x - from.x) / from.width) * to.width,
    y: to.y + ((was.center.y - from.y) / from.height) * to.height,
  }
  const center = staysInside ? keepInside(wanted, was, is, before.picture, after.picture) : wanted
  if (distance(center, is.center) > EPSILON * Math.max(to.width, to.height)) transform.moveTo(fitted, center, after.doc)
  return fitted
}

/** Returns true if the layer isn't rotated and covers the image from left to right or from top to bottom. */
function coversSide(placed: Placed, picture: Rect): boolean {
  const box = uprightBox(placed)
  const covers = (at: 'x' | 'y', side: keyof Size) =>
    box[at] <= picture[at] + AT_EDGE && box[at] + box[side] >= picture[at] + picture[side] - AT_EDGE
  return placed.rotation === 0 && (covers('x', 'width') || covers('y', 'height'))
}

/** Returns the reference rectangles of the layer's position on both photos. */
function framesOf(layer: Immutable<LayerBase>, before: Surroundings, after: Surroundings): [Rect, Rect] {
  const isAnchored = layer.anchor === 'subject' && before.subject && after.subject
  return isAnchored && before.subject && after.subject
    ? [before.subject, after.subject]
    : [before.picture, after.picture]
}

/** Returns the layer with its lengths multiplied by `factor`, or by less if it would become larger than the image. */
function withSize(layer: Immutable<LayerBase>, factor: number, before: Surroundings, after: Surroundings) {
  const scaled = rescaleLengths(layer, factor)
  const { transform } = kindOf(layer.kind)
  if (!transform || scaled === layer) return scaled
  const [was, is] = [transform.placed(layer, before.doc).size, transform.placed(scaled, after.doc).size]
  const excess = (side: keyof Size) =>
    is[side] / after.picture[side] / Math.max(MAX_SHARE, was[side] / before.picture[side])
  const over = Math.max(excess('width'), excess('height'))
  return over > 1 ? rescaleLengths(layer, factor / over) : scaled
}

/** Scales a layer whose size is in percent of the canvas to `factor` times its size on the old photo. */
function scaleTo(
  transform: LayerTransform<LayerBase>,
  layer: LayerBase,
  was: Placed,
  factor: number,
  doc: DocumentSnapshot,
): void {
  if ((kindOf(layer.kind).lengths ?? []).some((path) => path === 'scale' || path === 'fontSize')) return
  const start = mutableCopy(layer) as LayerBase
  const by = (was.size.width * factor) / transform.placed(layer, doc).size.width
  if (Math.abs(by - 1) > TOLERANCE) transform.scaleBy?.(layer, by, start)
}

/** Returns the center, moved so that a layer that was inside the old image is inside the new image. */
function keepInside(center: Point, was: Placed, is: Placed, before: Rect, after: Rect): Point {
  const axis = (at: 'x' | 'y', side: keyof Size): number => {
    const [half, room] = [uprightBox(is)[side] / 2, after[side]]
    const { [at]: start, [side]: length } = uprightBox(was)
    const wasInside = start >= before[at] - 1 && start + length <= before[at] + before[side] + 1
    if (!wasInside) return center[at]
    if (2 * half > room) return after[at] + room / 2
    return clamp(center[at], after[at] + half, after[at] + room - half)
  }
  return { x: axis('x', 'width'), y: axis('y', 'height') }
}

/**
 * Moves and scales all layers together with the photo after a change to the canvas, so that they keep their place and
 * size relative to the photo. Also scales the blur of the background. Call it within the undo step that changes the
 * canvas. `before`: the document with the old canvas.
 */
export function keepOnPhoto(session: Session, before: DocumentSnapshot): void {
  const { doc } = session
  const now = snapshotOf(session)
  const map = compose(containedMap(now), invert(containedMap(before)))
  for (const layer of Object.values(now.layers)) {
    const { transform, slot, isBoundToPhoto } = kindOf(layer.kind)
    if (!transform || isBoundToPhoto) continue
    const fitted = mutableCopy(rescaleLengths(layer, map.a)) as LayerBase
    const was = transform.placed(layer, before)
    // the size of clones and of the subject is relative to the photo
    if (slot === 'placed') scaleTo(transform, fitted, was, map.a, now)
    const center = transformPoint(map, was.center)
    if (distance(center, transform.placed(fitted, now).center) > EPSILON) transform.moveTo(fitted, center, now)
    assignInPlace(doc.layers, layer.id, fitted)
  }
  doc.tune.background.blur = clampField(tuneFields.blur, now.tune.background.blur * map.a)
}

/**
 * Runs `edit`, which changes the background. If this changes the canvas's size, the frame of a crop and all layers move
 * with the photo, so that the subject stays in the frame. A frame that shows the whole canvas shows the whole new
 * canvas. Returns the value of `edit`. Call it within an undo step.
 */
export function keepFrame<T>(session: Session, edit: () => T): T {
  const before = snapshotOf(session)
  const value = edit()
  const now = snapshotOf(session)
  const [was, canvas] = [canvasSize(before), canvasSize(now)]
  if (!before.crop || isEqual(was, canvas)) return value
  const crop = cropOf(before)
  const isWhole = crop.format === 'photo' && isLargest(crop, crop.angle, turnedSize(crop, was))
  const map = compose(containedMap(now), invert(containedMap(before)))
  const next = isWhole ? withFormat(crop, 'photo', canvas) : movedCrop(crop, map, was, canvas)
  if (!isWhole) keepOnPhoto(session, before)
  session.doc.crop = essentialCrop(next, canvas)
  return value
}

/**
 * Returns a copy of the layer whose lengths in document px (`lengths` of its kind) are multiplied by `factor`, within
 * the range of each field. Templates rescale the lengths of layers only with this function. @throws Error if a field of
 * `lengths` isn't a number
 */
export function rescaleLengths<L extends Immutable<LayerBase>>(layer: L, factor: number): L {
  const { lengths = [], fields } = kindOf(layer.kind)
  const rescale = (field: Field, value: unknown) => {
    if (field.type !== 'number' || typeof value !== 'number') throw new Error(`'${field.label}' is not a length`)
    return clampField(field, value * factor)
  }
  return lengths.reduce<L>((scaled, path) => changeField(scaled, fields, path.split('.'), rescale), layer)
}
