/** Outlines with round corners, as SVG path data in the unit of shapes. Their corners stay round in any proportions. */

/** Radius of the corners, while half the shorter side is longer. */
const RADIUS = 12
/** Control points of a quarter circle as a cubic Bézier curve, from its corner: 1 − 4(√2 − 1)/3. */
const PULL = 1 - (4 * (Math.SQRT2 - 1)) / 3

/** Returns a rounded box of the given half sides about the origin. */
export const roundedBox = (right: number, bottom: number): string => box(right, -bottom, bottom, '')

/** Height of a speech bubble's tail as a fraction of its height. */
const TAIL = 0.2
/** The tail at the lower edge, in half widths from the middle: where it begins, its tip, where it ends. */
const TAIL_AT = { begin: -0.05, tip: -0.5, end: -0.4 }

/** Returns a speech bubble of the given half sides about the origin, with a tail at the lower left. */
export function bubble(right: number, bottom: number): string {
  const edge = bottom * (1 - 2 * TAIL)
  const { begin, tip, end } = TAIL_AT
  return box(right, -bottom, edge, `L ${begin * right} ${edge} L ${tip * right} ${bottom} L ${end * right} ${edge} `)
}

/** A rounded box from −`right` to `right` and from `top` to `bottom`, clockwise; `tail` is added to its lower edge. */
function box(right: number, top: number, bottom: number, tail: string): string {
  const radius = Math.min(RADIUS, right, (bottom - top) / 2)
  const pull = radius * PULL
  const [r, t, b] = [right, top, bottom]
  return (
    `M ${radius - r} ${t} L ${r - radius} ${t} C ${r - pull} ${t} ${r} ${t + pull} ${r} ${t + radius} ` +
    `L ${r} ${b - radius} C ${r} ${b - pull} ${r - pull} ${b} ${r - radius} ${b} ${tail}` +
    `L ${radius - r} ${b} C ${pull - r} ${b} ${-r} ${b - pull} ${-r} ${b - radius} ` +
    `L ${-r} ${t + radius} C ${-r} ${t + pull} ${pull - r} ${t} ${radius - r} ${t} Z`
  )
}
