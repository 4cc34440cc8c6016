import type { Point } from '#client/kit/geometry/geometry.ts'

interface ShapeRecord {
  /**
   * Name in English; translated when shown. Scripts find the specification's shapes by a part of this name, so no other
   * shape's name may contain that part.
   */
  name: string
  /**
   * SVG path data, centered. The longer side is 100. Only the commands M, L, C, Z and A (for half ellipses) are
   * allowed. For shapes with round corners or arrow heads, a function of the stretch per axis returns the path, so that
   * these parts aren't distorted.
   */
  path: string | ((stretch: Point) => string)
  /** True for a line, which is stroked but never filled. */
  isOpen?: true
  /** True if both ends of the line can have heads. */
  hasLineEnds?: true
}

/** Inner radius of a regular pentagram, as a fraction of its outer radius: 1 / φ². */
const STAR_WAIST = 0.381966

/** All shapes, in the order of the panel. To add a shape, add an entry. */
const TABLE = {
  square: { name: 'Square', path: polygon([-50, -50], [50, -50], [50, 50], [-50, 50]) },
  circle: { name: 'Circle', path: 'M -50 0 A 50 50 0 0 1 50 0 A 50 50 0 0 1 -50 0 Z' },
  triangle: { name: 'Triangle', path: polygon([0, -50], [50, 50], [-50, 50]) },
  'reverse-triangle': { name: 'Reverse triangle', path: polygon([-50, -50], [50, -50], [0, 50]) },
  star: { name: 'Star', path: polygon(...fitCorners(placeCorners(10, (i) => (i % 2 === 0 ? 1 : STAR_WAIST)))) },
  heart: {
    name: 'Heart',
    path:
      'M 0 -26 C -6 -42 -18 -46 -27 -46 C -42 -46 -50 -34 -50 -20 C -50 8 -22 26 0 46 ' +
      'C 22 26 50 8 50 -20 C 50 -34 42 -46 27 -46 C 18 -46 6 -42 0 -26 Z',
  },
  rectangle: { name: 'Rectangle', path: polygon([-50, -30], [50, -30], [50, 30], [-50, 30]) },
  line: { name: 'Line', path: 'M -50 0 L 50 0', isOpen: true, hasLineEnds: true },
  diamond: { name: 'Diamond', path: polygon([0, -50], [50, 0], [0, 50], [-50, 0]) },
  pentagon: { name: 'Pentagon', path: polygon(...fitCorners(placeCorners(5, () => 1))) },
  hexagon: { name: 'Hexagon', path: polygon(...fitCorners(placeCorners(6, () => 1))) },
  cross: {
    name: 'Cross',
    path: 'M -17 -50 L 17 -50 L 17 -17 L 50 -17 L 50 17 L 17 17 L 17 50 L -17 50 L -17 17 L -50 17 L -50 -17 L -17 -17 Z',
  },
  arrow: { name: 'Arrow', path: 'M -50 0 L 50 0 M 25 -25 L 50 0 L 25 25', isOpen: true },
  'curved-line': {
    name: 'Curved line',
    path: 'M -50 25 C -16.667 -41.667 16.667 -41.667 50 25',
    isOpen: true,
    hasLineEnds: true,
  },
  // not "Rounded rectangle" and "Block arrow", because scripts search for "Rectangle" and "Arrow" by a part of the name
  'rounded-rectangle': { name: 'Rounded box', path: ({ x, y }) => box(50 * x, -30 * y, 30 * y, '') },
  'block-arrow': { name: 'Pointer', path: blockArrow },
  'speech-bubble': { name: 'Speech bubble', path: ({ x, y }) => bubble(50 * x, 38 * y) },
  banner: {
    name: 'Banner',
    path:
      'M -32 -20 L 32 -20 L 32 -12 L 50 -12 L 42 4 L 50 20 L 24 20 L 24 12 L -24 12 L -24 20 L -50 20 L -42 4 ' +
      'L -50 -12 L -32 -12 Z',
  },
} as const satisfies Readonly<Record<string, ShapeRecord>>

export type ShapeType = keyof typeof TABLE

export const SHAPES = Object.keys(TABLE) as [ShapeType, ...ShapeType[]]

const recordOf = (type: ShapeType): ShapeRecord => TABLE[type]

export const nameOf = (type: ShapeType): string => recordOf(type).name

/** Returns true for open shapes, which are stroked but never filled. */
export const isOpen = (type: ShapeType): boolean => recordOf(type).isOpen === true

/** Returns true for straight and curved lines. Returns false for 'arrow', whose outline already contains a head. */
export const hasLineEnds = (type: ShapeType): boolean => recordOf(type).hasLineEnds === true

const NOT_STRETCHED: Point = { x: 1, y: 1 }

/**
 * Returns the outline of a shape as SVG path data in the shape's unit. The canvas, the panel and `contours.ts` use this
 * outline. `stretch`: factor per axis.
 */
export function outlineOf(type: ShapeType, stretch: Point = NOT_STRETCHED): string {
  const { path } = recordOf(type)
  if (typeof path === 'function') return path(stretch)
  return stretch.x === 1 && stretch.y === 1 ? path : stretchPath(path, stretch)
}

function stretchPath(path: string, { x, y }: Point): string {
  return path.replace(/([MLCA])([^MLCAZ]*)/g, (_, command: string, numbers: string) => {
    const values = numbers.trim().split(/\s+/).map(Number)
    // the `values` of an arc are two radii, a rotation, two flags and the end point
    const scaled = values.map((value, i) => {
      if (command === 'A' && i >= 2 && i <= 4) return value
      return value * ((command === 'A' && i >= 5 ? i + 1 : i) % 2 === 0 ? x : y)
    })
    return `${command} ${scaled.join(' ')} `
  })
}

/** Returns the path of a block arrow. The head doesn't get longer when the arrow gets longer. */
function blockArrow({ x, y }: Point): string {
  const [end, side] = [50 * x, 36 * y]
  const neck = end - Math.min(42 * y, 90 * x)
  const shaft = 16 * y
  return polygon([-end, -shaft], [neck, -shaft], [neck, -side], [end, 0], [neck, side], [neck, shaft], [-end, shaft])
}

type Corner = readonly [x: number, y: number]

/**
 * Returns the corners of a shape at equal angles, clockwise from the top. `radius` returns the distance of corner `i`
 * from the center.
 */
function placeCorners(count: number, radius: (i: number) => number): Corner[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count
    return [radius(i) * Math.sin(angle), -radius(i) * Math.cos(angle)]
  })
}

/** Scales and moves points so that the longer side is 100 and the bounding box is centered. */
function fitCorners(points: readonly Corner[]): Corner[] {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const scale = 100 / Math.max(right - left, bottom - top)
  return points.map(([x, y]) => [(x - (left + right) / 2) * scale, (y - (top + bottom) / 2) * scale])
}

function polygon(...points: readonly Corner[]): string {
  const round = (length: number) => Math.round(length * 1000) / 1000
  return `${points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'} ${round(x)} ${round(y)}`).join(' ')} Z`
}

/** Maximum corner radius. The radius is at most half the shorter side. */
const RADIUS = 12
/** Distance from a corner to the Bézier control point of a quarter circle, in radii: 1 − 4(√2 − 1)/3. */
const PULL = 1 - (4 * (Math.SQRT2 - 1)) / 3

/** Height of the speech bubble's tail, as a fraction of the shape's height. */
const TAIL = 0.2
/**
 * X positions of the tail's corners relative to the middle of the bubble, as fractions of half its width. `begin` and
 * `end` are on the bubble's lower edge.
 */
const TAIL_AT = { begin: -0.05, tip: -0.5, end: -0.4 }

/**
 * Returns the path of a speech bubble around the origin, with a tail at the lower left. `right`, `bottom`: half its
 * width and height.
 */
function bubble(right: number, bottom: number): string {
  const edge = bottom * (1 - 2 * TAIL)
  const { begin, tip, end } = TAIL_AT
  return box(right, -bottom, edge, `L ${begin * right} ${edge} L ${tip * right} ${bottom} L ${end * right} ${edge} `)
}

/**
 * Returns the clockwise path of a rounded rectangle: x from −`right` to `right`, y from `top` to `bottom`. `tail`: path
 * data that is inserted into the lower edge.
 */
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
