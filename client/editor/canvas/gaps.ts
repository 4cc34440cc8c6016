import type { Rect } from '#client/kit/base/geometry.ts'
import type { Guide } from '#client/render/compositor/Selection.tsx'

/** The axis along which gaps are equal. */
export type Axis = 'x' | 'y'

/** Returns the length of a rectangle along an axis. */
export const lengthOf = (rect: Rect, axis: Axis): number => (axis === 'x' ? rect.width : rect.height)
/** Returns the right or lower edge of a rectangle. */
export const endOf = (rect: Rect, axis: Axis): number => rect[axis] + lengthOf(rect, axis)
const otherAxis = (axis: Axis): Axis => (axis === 'x' ? 'y' : 'x')

/**
 * Returns the moves along `axis` (document px) after which `box` has the same gap to a neighbour as another pair of
 * boxes. Each move has guides for the equal gaps. A neighbour forms a row (axis x) or a column (axis y) with `box`.
 */
export function gapSnaps(box: Rect, others: readonly Rect[], axis: Axis): { by: number; guides: Guide[] }[] {
  const across = otherAxis(axis)
  const isBeside = (other: Rect) => other[across] < endOf(box, across) && endOf(other, across) > box[across]
  const middle = (rect: Rect) => (rect[axis] + endOf(rect, axis)) / 2
  const row = others.filter(isBeside).sort((a, b) => middle(a) - middle(b))
  const lower = row.filter((other) => middle(other) < middle(box))
  const upper = row.filter((other) => middle(other) >= middle(box))
  const length = lengthOf(box, axis)
  const gapOf = ([a, b]: readonly Rect[]) => (a && b ? b[axis] - endOf(a, axis) : 0)
  const snaps: { by: number; guides: Guide[] }[] = []
  /** Adds the move to the position `start`, with guides between the boxes before and after it. */
  const add = (start: number, before: readonly Rect[], after: readonly Rect[]) => {
    const boxes = [...before, { ...box, [axis]: start }, ...after]
    const guides = boxes.slice(1).map((next, i) => gapBetween(boxes[i] ?? next, next, axis))
    snaps.push({ by: start - box[axis], guides })
  }
  const [previous, next] = [lower.at(-1), upper[0]]
  const room = previous && next ? gapOf([previous, next]) - length : 0
  if (previous && next && room > 0) add(endOf(previous, axis) + room / 2, [previous], [next])
  const [two, twoAfter] = [lower.slice(-2), upper.slice(0, 2)]
  if (previous && gapOf(two) > 0) add(endOf(previous, axis) + gapOf(two), two, [])
  if (next && gapOf(twoAfter) > 0) add(next[axis] - gapOf(twoAfter) - length, [], twoAfter)
  return snaps
}

function gapBetween(a: Rect, b: Rect, axis: Axis): Guide {
  const across = otherAxis(axis)
  const at = (Math.max(a[across], b[across]) + Math.min(endOf(a, across), endOf(b, across))) / 2
  return { type: 'gap', axis, from: endOf(a, axis), to: b[axis], at }
}
