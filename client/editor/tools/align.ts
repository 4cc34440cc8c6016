import type { Affine } from '#client/kit/geometry/affine.ts'
import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import { seenBox } from '#client/layers/placement/seen.ts'
import { type Group, moveInDocument, seenGroupBox } from './group.ts'
import { type Axis, endOf, lengthOf } from './snap.ts'

/** An edge or center line for aligning layers. */
export type Edge = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom'

/** The axis of each edge, and its position along that axis. 0 = left or top, 1 = right or bottom. */
const EDGES: Record<Edge, { axis: Axis; share: number }> = {
  left: { axis: 'x', share: 0 },
  center: { axis: 'x', share: 0.5 },
  right: { axis: 'x', share: 1 },
  top: { axis: 'y', share: 0 },
  middle: { axis: 'y', share: 0.5 },
  bottom: { axis: 'y', share: 1 },
}

const along = (axis: Axis, by: number): Point => (axis === 'x' ? { x: by, y: 0 } : { x: 0, y: by })

/**
 * Returns the offset of each member in document px that aligns the given edge of its displayed bounding box. Several
 * members are aligned with their common box. A single member is aligned with the image's frame `picture` (px of the
 * turned canvas). `seen`: map from document px to px of the turned canvas.
 */
export function alignment(group: Group, edge: Edge, picture: Rect, seen: Affine): Point[] {
  const { axis, share } = EDGES[edge]
  const { members } = group
  const whole = members.length === 1 ? picture : seenGroupBox(group, seen)
  const at = (box: Rect) => box[axis] + share * lengthOf(box, axis)
  return members.map(({ frame }) => moveInDocument(along(axis, at(whole) - at(seenBox(frame, seen))), seen))
}

/**
 * Returns the offset of each member in document px that makes the gaps along a displayed axis equal. The two outermost
 * members don't move. With fewer than three members, all offsets are 0. `seen`: map from document px to px of the
 * turned canvas.
 */
export function distribution({ members }: Group, axis: Axis, seen: Affine): Point[] {
  const boxes = members.map((member, index) => ({ index, box: seenBox(member.frame, seen) }))
  boxes.sort((a, b) => a.box[axis] + lengthOf(a.box, axis) / 2 - b.box[axis] - lengthOf(b.box, axis) / 2)
  const [first, last] = [boxes[0]?.box, boxes.at(-1)?.box]
  const moves: Point[] = members.map(() => ({ x: 0, y: 0 }))
  if (!first || !last || boxes.length < 3) return moves
  const taken = boxes.reduce((sum, { box }) => sum + lengthOf(box, axis), 0)
  const gap = (endOf(last, axis) - first[axis] - taken) / (boxes.length - 1)
  let next = first[axis]
  for (const { index, box } of boxes) {
    moves[index] = moveInDocument(along(axis, next - box[axis]), seen)
    next += lengthOf(box, axis) + gap
  }
  return moves
}
