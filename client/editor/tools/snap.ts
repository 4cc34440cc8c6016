import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import type { Guide } from '#client/render/compositor/Selection.tsx'

/** An axis, for example the axis along which gaps are equal. */
export type Axis = 'x' | 'y'

export const lengthOf = (rect: Rect, axis: Axis): number => (axis === 'x' ? rect.width : rect.height)
/** Returns the coordinate of a rectangle's right or lower edge. */
export const endOf = (rect: Rect, axis: Axis): number => rect[axis] + lengthOf(rect, axis)
const otherAxis = (axis: Axis): Axis => (axis === 'x' ? 'y' : 'x')

interface Snapped {
  /** Offset to the snapped position per axis, px of the turned canvas. */
  by: Point
  guides: Guide[]
}

interface Candidate {
  by: number
  guides: Guide[]
}

/**
 * Snaps a moved box to edges and centers of the image, other layers and the subject, and to equal gaps. The image's
 * center has precedence. Returns the offset and the guides for all matching lines. All lengths are px of the turned
 * canvas. `reach`: maximum distance per axis.
 */
export function snapToGuides(box: Rect, others: readonly Rect[], picture: Rect, reach: number): Snapped {
  const x = bestSnap(box, others, picture, 'x', reach)
  const y = bestSnap(box, others, picture, 'y', reach)
  return { by: { x: x?.by ?? 0, y: y?.by ?? 0 }, guides: [...(x?.guides ?? []), ...(y?.guides ?? [])] }
}

function bestSnap(box: Rect, others: readonly Rect[], picture: Rect, axis: Axis, reach: number): Candidate | undefined {
  const lines = [picture, ...others].flatMap((other) => lineSnaps(box, other, axis, other === picture))
  const near = [...lines, ...gapSnaps(box, others, axis)].filter(({ by }) => Math.abs(by) <= reach)
  const toCenter = picture[axis] + lengthOf(picture, axis) / 2 - box[axis] - lengthOf(box, axis) / 2
  const [nearest] = near.toSorted((a, b) => Math.abs(a.by) - Math.abs(b.by))
  const best = Math.abs(toCenter) <= reach ? { by: toCenter } : nearest
  if (!best) return undefined
  const agreeing = near.filter(({ by }) => Math.abs(by - best.by) < SAME_PX)
  return { by: best.by, guides: agreeing.flatMap(({ guides }) => guides) }
}

/** Lines with at most this distance are regarded as equal, px of the turned canvas. */
const SAME_PX = 1e-6

const SHARES = [0, 0.5, 1]

/**
 * Returns how a box can snap to another box: to equal edges and equal centers. If the other box is a layer, also to
 * opposite edges (right to left, and left to right).
 */
function lineSnaps(box: Rect, other: Rect, axis: Axis, isCanvas: boolean): Candidate[] {
  const at = (rect: Rect, share: number) => rect[axis] + share * lengthOf(rect, axis)
  const pairs = SHARES.flatMap((own) => SHARES.map((theirs) => [own, theirs] as const)).filter(
    ([own, theirs]) => own === theirs || (!isCanvas && own !== 0.5 && theirs !== 0.5),
  )
  return pairs.map(([own, theirs]) => {
    const line = at(other, theirs)
    const guide: Guide = { type: 'line', axis, at: line, ...(isCanvas ? {} : spanOf(box, other, axis)) }
    return { by: line - at(box, own), guides: [guide] }
  })
}

/** Returns the range along a guide that covers both boxes. */
function spanOf(a: Rect, b: Rect, axis: Axis): { from: number; to: number } {
  const across = otherAxis(axis)
  return { from: Math.min(a[across], b[across]), to: Math.max(endOf(a, across), endOf(b, across)) }
}

/**
 * Returns the moves along `axis` (px of the turned canvas) that make the gap between `box` and a neighbor equal to the
 * gap between two other boxes. Also returns guides for these gaps. Neighbors are boxes in the same row (axis x) or
 * column (axis y).
 */
function gapSnaps(box: Rect, others: readonly Rect[], axis: Axis): Candidate[] {
  const across = otherAxis(axis)
  const isBeside = (other: Rect) => other[across] < endOf(box, across) && endOf(other, across) > box[across]
  const middle = (rect: Rect) => (rect[axis] + endOf(rect, axis)) / 2
  const row = others.filter(isBeside).sort((a, b) => middle(a) - middle(b))
  const lower = row.filter((other) => middle(other) < middle(box))
  const upper = row.filter((other) => middle(other) >= middle(box))
  const length = lengthOf(box, axis)
  const gapOf = ([a, b]: readonly Rect[]) => (a && b ? b[axis] - endOf(a, axis) : 0)
  const snaps: Candidate[] = []
  /** Adds a move to the position `start`, with guides between the boxes before and after the moved box. */
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
