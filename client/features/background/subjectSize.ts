import { cutsOf } from '#client/engine/template/placeSubject.ts'
import { transformedBounds } from '#client/kit/geometry/affine.ts'
import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import { clampField } from '#client/kit/values/fields.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import type { SubjectLayer } from '#client/render/objects/subjectFields.ts'
import { subjectPlaceFields } from '#client/render/objects/subjectFields.ts'
import { roundPosition, sizeOffset, subjectMap } from '#client/render/photo/subjectPlacement.ts'

/**
 * The photo's edge counts as aligned with the canvas's edge up to this distance, as a fraction of the canvas's side.
 */
const AT_EDGE = 0.0025

/**
 * Sets the subject's size, in percent. If the photo's edge cuts the subject off at the canvas's edge, the subject stays
 * aligned with that edge. Otherwise the straight cut would become visible inside the image. The original size restores
 * exactly the original position. If the matte was replaced before the page was loaded, the subject may be off by a few
 * px. `subject`: a valtio proxy.
 */
export function resizeSubject(session: Session, subject: SubjectLayer, size: number): void {
  const before = snapshotOf(session)
  const matte = matteOf(before, session.assets)
  const cuts = before.separation && matte && cutsOf(before.separation.box, matte)
  const [was, canvas] = [photoBox(before), canvasSize(before)]
  const [from, to] = [
    sizeOffset(before, session.assets, subject.foregroundSize),
    sizeOffset(before, session.assets, size),
  ]
  subject.foregroundSize = size
  const { foregroundPosition: at } = subject
  const { x, y } = subjectPlaceFields.foregroundPosition.fields
  const move = (by: Point) => {
    at.x = clampField(x, roundPosition(at.x + by.x))
    at.y = clampField(y, roundPosition(at.y + by.y))
  }
  move({ x: to.x - from.x, y: to.y - from.y })
  if (!cuts) return
  const now = photoBox(snapshotOf(session))
  move({
    x: 100 * toEdge([cuts.left, cuts.right], along(was, canvas, 'x'), along(now, canvas, 'x')),
    y: 100 * toEdge([cuts.top, cuts.bottom], along(was, canvas, 'y'), along(now, canvas, 'y')),
  })
}

/** Returns the bounding box of the photo with the subject's size and position, in document px. */
const photoBox = (doc: DocumentSnapshot): Rect =>
  transformedBounds(subjectMap(doc), { x: 0, y: 0, width: doc.photo?.width ?? 0, height: doc.photo?.height ?? 0 })

/** Start and end of the photo on an axis, as fractions of the canvas. */
type Span = readonly [start: number, end: number]

function along(box: Rect, canvas: { width: number; height: number }, axis: 'x' | 'y'): Span {
  const [start, length, side] = axis === 'x' ? [box.x, box.width, canvas.width] : [box.y, box.height, canvas.height]
  return [start / side, (start + length) / side]
}

/**
 * Returns how far the photo must move along an axis so that the edge that cuts off the subject is aligned with the
 * canvas's edge again. The result is a fraction of the canvas. It is 0 if neither or both of the cutting edges were
 * aligned. The booleans tell which ends of the photo cut the subject off. `was` and `now`: the photo's span before and
 * after the change.
 */
function toEdge([before, after]: [boolean, boolean], was: Span, now: Span): number {
  const isStart = before && Math.abs(was[0]) <= AT_EDGE
  const isEnd = after && Math.abs(was[1] - 1) <= AT_EDGE
  if (isStart === isEnd) return 0
  return isStart ? -now[0] : 1 - now[1]
}
