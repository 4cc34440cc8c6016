/** Positions as the user sees them, relative to the cropped and rotated image. */
import {
  type Affine,
  compose,
  IDENTITY,
  invert,
  rotationMatrix,
  transformedBounds,
  transformPoint,
  translationMatrix,
} from '#client/kit/geometry/affine.ts'
import type { Point, Rect, Size } from '#client/kit/geometry/geometry.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureRect, turnMap, turnOf } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Placed, uprightBox } from '#client/render/kind.ts'

/** Returns the map from document px to px of the turned canvas (`model/document/crop.ts`). */
export const seenMap = (doc: DocumentSnapshot): Affine => turnMap(turnOf(doc), canvasSize(doc))

/** Returns the axis-aligned bounding box of a rotated box as the user sees it, in px of the turned canvas. */
export function seenBox(placed: Placed, seen: Affine): Rect {
  if (seen === IDENTITY) return uprightBox(placed)
  const { center, size, rotation } = placed
  const own = compose(seen, translationMatrix(center.x, center.y), rotationMatrix(rotation))
  return transformedBounds(own, { x: -size.width / 2, y: -size.height / 2, ...size })
}

/** Converts a point from document px to percent of the visible image. */
export function percentInPicture(at: Point, doc: DocumentSnapshot): { horizontal: number; vertical: number } {
  const { x, y, width, height } = pictureRect(doc)
  const seen = transformPoint(seenMap(doc), at)
  return { horizontal: (100 * (seen.x - x)) / width, vertical: (100 * (seen.y - y)) / height }
}

/** Converts a point from percent of the visible image to document px. */
export function pointInPicture(at: { horizontal: number; vertical: number }, doc: DocumentSnapshot): Point {
  const { x, y, width, height } = pictureRect(doc)
  const seen = { x: x + (at.horizontal / 100) * width, y: y + (at.vertical / 100) * height }
  return transformPoint(invert(seenMap(doc)), seen)
}

/**
 * Returns the center (document px) that moves a box into the visible image. A box that is larger than the image is
 * centered.
 */
export function centerInPicture(placed: Placed, doc: DocumentSnapshot): Point {
  const seen = seenMap(doc)
  const box = seenBox(placed, seen)
  const picture = pictureRect(doc)
  const shift = (axis: 'x' | 'y', side: keyof Size) => {
    const [before, after] = [picture[axis] - box[axis], picture[axis] + picture[side] - box[axis] - box[side]]
    return before > after ? (before + after) / 2 : clamp(before, 0, after)
  }
  const at = transformPoint(seen, placed.center)
  return transformPoint(invert(seen), { x: at.x + shift('x', 'width'), y: at.y + shift('y', 'height') })
}
