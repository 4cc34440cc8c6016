/** Rounded outlines as SVG path data in the shape's unit. Corners stay round at any proportions. */

/** Maximum corner radius; also limited by half the shorter side. */
const RADIUS = 12
/** Distance of a quarter circle's Bézier control point from the corner: 1 − 4(√2 − 1)/3. */
const PULL = 1 - (4 * (Math.SQRT2 - 1)) / 3

/** Returns a rounded box of the given half sides about the origin. */
export const roundedBox = (right: number, bottom: number): string => box(right, -bottom, bottom, '')

/** Height of a speech bubble's tail as a fraction of its height. */
const TAIL = 0.2
/** X positions of the tail at the lower edge, in half widths from the middle. */
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
