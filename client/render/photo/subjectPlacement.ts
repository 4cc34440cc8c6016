/** Computes the placement of the subject and its clones. All maps convert photo px to document px. */
import {
  type Affine,
  axisScales,
  compose,
  IDENTITY,
  rotationMatrix,
  scalingMatrix,
  transformPoint,
  translationMatrix,
} from '#client/kit/geometry/affine.ts'
import { EMPTY_RECT, middleOf, type Point } from '#client/kit/geometry/geometry.ts'
import type { AssetStore, MatteAsset } from '#client/model/assets/store.ts'
import { canvasSize, exportScale } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { isDisplaced, type SubjectPlacement, subjectOf } from '../objects/subjectFields.ts'

/**
 * Returns the map (photo px → document px) of the unmoved photo: contained in the canvas and centered, as with CSS
 * `object-fit: contain`.
 */
export function containedMap(doc: DocumentSnapshot): Affine {
  const { photo } = doc
  const canvas = canvasSize(doc)
  if (!photo || (canvas.width === photo.width && canvas.height === photo.height)) return IDENTITY
  const scale = Math.min(canvas.width / photo.width, canvas.height / photo.height)
  const free = { x: canvas.width - scale * photo.width, y: canvas.height - scale * photo.height }
  return compose(translationMatrix(free.x / 2, free.y / 2), scalingMatrix(scale))
}

/**
 * Returns the map (photo px → document px) of a displaced cutout. `position`: percent of the canvas. `size`: percent.
 * `rotation`: degrees clockwise. `pivot`: photo px, absent = the center of the subject's box.
 */
export function subjectPlacementMap(
  doc: DocumentSnapshot,
  { position, size, rotation = 0, flip }: SubjectPlacement,
  pivot: Point = pivotOf(doc),
): Affine {
  const natural = containedMap(doc)
  const isNatural = position.x === 0 && position.y === 0 && size === 100 && rotation % 360 === 0
  if (isNatural && !flip?.horizontal && !flip?.vertical) return natural
  const canvas = canvasSize(doc)
  const to = transformPoint(natural, pivot)
  return compose(
    translationMatrix(to.x + (position.x / 100) * canvas.width, to.y + (position.y / 100) * canvas.height),
    rotationMatrix(rotation),
    scalingMatrix(flip?.horizontal ? -1 : 1, flip?.vertical ? -1 : 1),
    scalingMatrix((natural.a * size) / 100),
    translationMatrix(-pivot.x, -pivot.y),
  )
}

const PRECISION = 1e8

/**
 * Rounds a position or an offset (percent of the canvas) to a multiple of 1 / PRECISION. Rounding errors would otherwise
 * change the position of a cutout that doesn't move.
 */
export const roundPosition = (percent: number): number => Math.round(PRECISION * percent) / PRECISION + 0 // + 0: no -0

/**
 * Returns the position (percent of the canvas) that a displaced cutout needs with another pivot, so that none of its
 * pixels moves. `pivot`: photo px. The current pivot is the center of the subject's box.
 */
export function positionAbout(doc: DocumentSnapshot, placement: SubjectPlacement, pivot: Point): Point {
  const [natural, map, canvas] = [containedMap(doc), subjectPlacementMap(doc, placement), canvasSize(doc)]
  const from = pivotOf(doc)
  const by = { x: pivot.x - from.x, y: pivot.y - from.y }
  const shiftOf = ({ a, b, c, d }: Affine) => ({ x: a * by.x + c * by.y, y: b * by.x + d * by.y })
  const [shift, unmoved] = [shiftOf(map), shiftOf(natural)]
  const moved = (percent: number, px: number, side: number) => percent + roundPosition((100 * px) / side)
  return {
    x: moved(placement.position.x, shift.x - unmoved.x, canvas.width),
    y: moved(placement.position.y, shift.y - unmoved.y, canvas.height),
  }
}

/** The earlier pivots (photo px) of resized subjects by the mattes that have replaced theirs. */
const earlierPivots = new WeakMap<MatteAsset, Point>()

/**
 * Stores the pivot of the document's subject for `sizeOffset`, if the subject is resized. Called when the matte `next`
 * replaces the subject's matte.
 */
export function keepPivot(doc: DocumentSnapshot, assets: AssetStore, next: MatteAsset): void {
  const matte = doc.separation && assets.matte(doc.separation.matte)
  if (!matte || (subjectOf(doc)?.foregroundSize ?? 100) === 100) return
  earlierPivots.set(next, earlierPivots.get(matte) ?? pivotOf(doc))
}

/**
 * Returns the offset (percent of the canvas) that `positionAbout` adds to the position of a subject with this size, if
 * the matte of a resized subject was replaced since the page was loaded. Otherwise returns 0.
 */
export function sizeOffset(doc: DocumentSnapshot, assets: AssetStore, size: number): Point {
  const matte = doc.separation && assets.matte(doc.separation.matte)
  const earlier = matte && earlierPivots.get(matte)
  if (!earlier) return { x: 0, y: 0 }
  const [pivot, { a: scale }, canvas] = [pivotOf(doc), containedMap(doc), canvasSize(doc)]
  const along = (by: number, side: number) => roundPosition((scale * by * (size - 100)) / side)
  return { x: along(pivot.x - earlier.x, canvas.width), y: along(pivot.y - earlier.y, canvas.height) }
}

/** Returns the center of the subject's box, in photo px. */
const pivotOf = ({ separation }: DocumentSnapshot): Point => middleOf(separation?.box ?? EMPTY_RECT)

/**
 * Returns true when the user can drag the subject. If the subject is over its own photo, the user must first move it
 * with its fields. This prevents accidental drags.
 */
export const isMovable = (doc: DocumentSnapshot): boolean =>
  doc.separation !== null && (doc.backdrop.type !== 'original' || isDisplaced(doc))

/** Returns the map (photo px → document px) of the subject layer. */
export function subjectMap(doc: DocumentSnapshot): Affine {
  const subject = subjectOf(doc)
  if (!doc.separation || !subject) return containedMap(doc)
  return subjectPlacementMap(doc, { position: subject.foregroundPosition, size: subject.foregroundSize })
}

/**
 * Returns the smallest scale (output px per document px) that preserves all pixels of the subject: `exportScale` or the
 * scale of the photo's own px, whichever is larger. `exportScale` is smaller if a background image that is smaller than
 * the photo sets the canvas size.
 */
export function subjectScale(doc: DocumentSnapshot): number {
  const natural = exportScale(doc)
  if (natural >= 1) return natural
  return Math.max(natural, 1 / axisScales(subjectMap(doc)).x)
}
