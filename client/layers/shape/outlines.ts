import type { Point } from '../../kit/base/geometry.ts'

/** The types of shapes, in the panel's order. */
export const SHAPES = [
  'square',
  'circle',
  'triangle',
  'reverse-triangle',
  'star',
  'heart',
  'rectangle',
  'line',
  'diamond',
  'pentagon',
  'hexagon',
  'cross',
  'arrow',
  'curved-line',
] as const

export type ShapeType = (typeof SHAPES)[number]

/** Open shapes, which are always stroked, whatever `isFilled` says. */
const OPEN: ReadonlySet<ShapeType> = new Set(['line', 'arrow', 'curved-line'])

/** Returns true for open shapes, which are always stroked. */
export const isOpen = (type: ShapeType): boolean => OPEN.has(type)

/** Inner radius of a regular pentagram as a fraction of the outer one: 1 / φ². */
const STAR_WAIST = 0.381966

/**
 * The outlines of the shapes (spec §3) as SVG path data, centred, with the longer side 100 long: the canvas paints
 * them, the panel shows them, and `contours.ts` measures them. Only M, L, C, Z and half circles (A) are used.
 */
export const OUTLINES: Readonly<Record<ShapeType, string>> = {
  square: polygon([corner(-50, -50), corner(50, -50), corner(50, 50), corner(-50, 50)]),
  circle: 'M -50 0 A 50 50 0 0 1 50 0 A 50 50 0 0 1 -50 0 Z',
  triangle: polygon([corner(0, -50), corner(50, 50), corner(-50, 50)]),
  'reverse-triangle': polygon([corner(-50, -50), corner(50, -50), corner(0, 50)]),
  star: polygon(fitted(around(10, (i) => (i % 2 === 0 ? 1 : STAR_WAIST)))),
  heart:
    'M 0 -26 C -6 -42 -18 -46 -27 -46 C -42 -46 -50 -34 -50 -20 C -50 8 -22 26 0 46 ' +
    'C 22 26 50 8 50 -20 C 50 -34 42 -46 27 -46 C 18 -46 6 -42 0 -26 Z',
  rectangle: polygon([corner(-50, -30), corner(50, -30), corner(50, 30), corner(-50, 30)]),
  line: 'M -50 0 L 50 0',
  diamond: polygon([corner(0, -50), corner(50, 0), corner(0, 50), corner(-50, 0)]),
  pentagon: polygon(fitted(around(5, () => 1))),
  hexagon: polygon(fitted(around(6, () => 1))),
  cross: polygon(
    [
      [-17, -50],
      [17, -50],
      [17, -17],
      [50, -17],
      [50, 17],
      [17, 17],
      [17, 50],
      [-17, 50],
      [-17, 17],
      [-50, 17],
      [-50, -17],
      [-17, -17],
    ].map(([x = 0, y = 0]) => corner(x, y)),
  ),
  arrow: 'M -50 0 L 50 0 M 25 -25 L 50 0 L 25 25',
  'curved-line': 'M -50 25 C -16.667 -41.667 16.667 -41.667 50 25',
}

function corner(x: number, y: number): Point {
  return { x, y }
}

/** Returns corners at equal angles, clockwise, with the first corner on top. */
function around(count: number, radius: (i: number) => number): Point[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count
    return { x: radius(i) * Math.sin(angle), y: -radius(i) * Math.cos(angle) }
  })
}

/** Returns the points scaled and moved so that the longer side is 100 and the bounding box is centred. */
function fitted(points: readonly Point[]): Point[] {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const scale = 100 / Math.max(right - left, bottom - top)
  return points.map(({ x, y }) => ({ x: (x - (left + right) / 2) * scale, y: (y - (top + bottom) / 2) * scale }))
}

function polygon(points: readonly Point[]): string {
  const round = (length: number) => Math.round(length * 1000) / 1000
  return `${points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'} ${round(x)} ${round(y)}`).join(' ')} Z`
}
