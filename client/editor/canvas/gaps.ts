import type { Rect } from '#client/kit/base/geometry.ts'
import type { Guide } from '#client/render/compositor/Selection.tsx'

/** The axis along which gaps are equal. */
export type Axis = 'x' | 'y'

/**
 * Returns the moves along `axis` (document px) after which `box` has the same gap to a neighbour as another pair of
 * boxes. Each move has guides for the equal gaps.
 */
export function gapSnaps(box: Rect, others: readonly Rect[], axis: Axis): { by: number; guides: Guide[] }[] {
  const line = new Line(box, others, axis)
  return [line.between(), line.after(), line.before()].flatMap((found) => found ?? [])
}

/**
 * The boxes that overlap the moved box across the axis, so that they form a row (axis x) or a column (axis y) with it.
 */
class Line {
  private readonly box: Rect
  private readonly axis: Axis
  private readonly lower: Rect[]
  private readonly upper: Rect[]

  constructor(box: Rect, others: readonly Rect[], axis: Axis) {
    const across = axis === 'x' ? 'y' : 'x'
    const isBeside = (other: Rect) => other[across] < endOf(box, across) && endOf(other, across) > box[across]
    const middle = (rect: Rect) => (rect[axis] + endOf(rect, axis)) / 2
    const row = others.filter(isBeside).sort((a, b) => middle(a) - middle(b))
    this.box = box
    this.axis = axis
    this.lower = row.filter((other) => middle(other) < middle(box))
    this.upper = row.filter((other) => middle(other) >= middle(box))
  }

  /** Returns the move to the middle between both neighbours, or null. */
  between() {
    const [before, after] = [this.lower.at(-1), this.upper[0]]
    if (!before || !after) return null
    const { axis, box } = this
    const room = after[axis] - endOf(before, axis) - lengthOf(box, axis)
    if (room <= 0) return null
    return this.at(endOf(before, axis) + room / 2, [before], [after])
  }

  /** Returns the move after the previous two boxes that repeats their gap, or null. */
  after() {
    const [first, second] = this.lower.slice(-2)
    if (!first || !second) return null
    const gap = second[this.axis] - endOf(first, this.axis)
    return gap > 0 ? this.at(endOf(second, this.axis) + gap, [first, second], []) : null
  }

  before() {
    const [first, second] = this.upper
    if (!first || !second) return null
    const gap = second[this.axis] - endOf(first, this.axis)
    return gap > 0 ? this.at(first[this.axis] - gap - lengthOf(this.box, this.axis), [], [first, second]) : null
  }

  private at(start: number, before: readonly Rect[], after: readonly Rect[]) {
    const { axis, box } = this
    const moved = { ...box, [axis]: start }
    const row = [...before, moved, ...after]
    const guides = row.slice(1).map((next, i) => gapBetween(row[i] ?? next, next, axis))
    return { by: start - box[axis], guides }
  }
}

function gapBetween(a: Rect, b: Rect, axis: Axis): Guide {
  const across = axis === 'x' ? 'y' : 'x'
  const at = (Math.max(a[across], b[across]) + Math.min(endOf(a, across), endOf(b, across))) / 2
  return { type: 'gap', axis, from: endOf(a, axis), to: b[axis], at }
}

const lengthOf = (rect: Rect, axis: Axis) => (axis === 'x' ? rect.width : rect.height)
const endOf = (rect: Rect, axis: Axis) => rect[axis] + lengthOf(rect, axis)
