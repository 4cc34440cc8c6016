/**
 * Lays out text in em (1 = the font size), so that all sizes and scales can use the same layout. The origin is the
 * center of the text block, and y points down. Each straight line is drawn with one call, so that the browser does the
 * shaping.
 */

import {
  compose,
  rotationMatrix,
  transformedBounds,
  transformPoint,
  translationMatrix,
} from '#client/kit/geometry/affine.ts'
import { type Rect, radiansOf } from '#client/kit/geometry/geometry.ts'
import { unionOrNull } from '#client/kit/geometry/rect.ts'
import { splitIntoClusters } from './clusters.ts'
import { type Direction, directionOf, type Line, type LineMeasure, linesOf, type TextLayout } from './TextLayout.ts'

export interface ParagraphStyle {
  alignment: 'left' | 'center' | 'right'
  /** Distance between the baselines of two lines, em. */
  lineHeight: number
  /** Additional space between letters, em. */
  letterSpacing: number
  /** Angle of the arc that the widest line covers, degrees; 0 = straight. */
  curve: number
  /** If true, the distance between baselines increases where letters of two lines would touch. */
  isClear: boolean
}

/** Minimum vertical gap between the letters of two lines that must not touch, em. */
const LEAST_GAP = 0.06

/** Minimum width of the box, em, so that the user can select empty text. */
const MIN_WIDTH = 0.5

/**
 * Lays out `text`. Each line is centered vertically by its `capHeight` (em), so that descenders don't move the text.
 * `measure` returns the measures of a line in em.
 */
export function layOutText(
  text: string,
  capHeight: number,
  { alignment, lineHeight: wanted, letterSpacing, curve, isClear }: ParagraphStyle,
  measure: (line: string, direction: Direction) => LineMeasure,
): TextLayout {
  const measured = linesOf(text).map((line) => {
    const direction = directionOf(line.text)
    const lengths = measure(line.text, direction)
    return { ...line, direction, advance: lengths.advance, own: lineInk(lengths) }
  })
  const lineHeight = isClear ? Math.max(wanted, clearHeight(measured.map(({ own }) => own))) : wanted
  const height = measured.length * lineHeight
  const width = Math.max(MIN_WIDTH, ...measured.map(({ advance }) => advance))
  let ink: Rect | null = null
  const lines = measured.map(({ text, start, direction, advance, own }, i) => {
    const x = ALIGNMENT_OFFSET[alignment] * (width - advance) - advance / 2
    const baseline = -height / 2 + (i + 0.5) * lineHeight + capHeight / 2
    ink = unionOrNull(ink, own && { ...own, x: x + own.x, y: baseline + own.y })
    return { text, start, direction, x, baseline, rotation: 0 }
  })
  const straight = { lines, box: { width, height }, ink, letterSpacing }
  return curve === 0
    ? straight
    : layOutOnArc(straight, { curve, above: (lineHeight + capHeight) / 2, lineHeight, measure })
}

/** Returns the smallest distance between baselines (em) that separates the letters of adjacent lines. */
const clearHeight = (inks: readonly (Rect | null)[]) =>
  Math.max(
    0,
    ...inks.map((below, i) => {
      const above = inks[i - 1]
      return above && below ? above.y + above.height - below.y + LEAST_GAP : 0
    }),
  )

/** Offset of a line's center from the block's center, as a fraction of the free space. */
const ALIGNMENT_OFFSET = { left: -0.5, center: 0, right: 0.5 } as const

interface ArcOptions {
  /** Angle of the arc that the widest line covers, in degrees. Positive = convex upward, negative = convex downward. */
  curve: number
  /** Distance from the baseline up to the line's upper edge, em. */
  above: number
  lineHeight: number
  measure(line: string, direction: Direction): LineMeasure
}

/** Minimum radius of a baseline, em. As a consequence, a short line covers a smaller angle than `curve`. */
const MIN_RADIUS = 1

/**
 * Returns a straight layout bent to an arc, with one `Line` per glyph cluster. Baselines are concentric circles. The
 * middle of each cluster's advance is on the circle, and the cluster is rotated to the tangent (SVG 2, 11.8.3 "Text on
 * a path layout rules", https://www.w3.org/TR/SVG2/text.html#TextpathLayoutRules).
 */
function layOutOnArc(straight: TextLayout, { curve, above, lineHeight, measure }: ArcOptions): TextLayout {
  const side = Math.sign(curve)
  const angle = radiansOf(Math.abs(curve))
  const rows = straight.lines.map((line) => ({ ...line, advance: measure(line.text, line.direction).advance }))
  // Radius of the circle through the block's center. It is the smallest radius where no line covers more than the
  // angle.
  const radius = Math.max(
    ...rows.map(({ advance, baseline }) => Math.max(advance / angle, MIN_RADIUS) + side * baseline),
  )
  const lines: Line[] = []
  let [box, ink]: [Rect | null, Rect | null] = [null, null]
  for (const { text, start, direction, x, baseline } of rows) {
    const own = radius - side * baseline
    for (const piece of splitIntoClusters(text, direction, measure)) {
      const rotation = ((side * (x + piece.at + piece.advance / 2)) / own) * (180 / Math.PI)
      const toMiddle = translationMatrix(-piece.advance / 2, -side * own)
      const place = compose(translationMatrix(0, side * radius), rotationMatrix(rotation), toMiddle)
      const pen = transformPoint(place, { x: 0, y: 0 })
      lines.push({ text: piece.text, start: start + piece.start, direction, x: pen.x, baseline: pen.y, rotation })
      box = unionOrNull(box, transformedBounds(place, { x: 0, y: -above, width: piece.advance, height: lineHeight }))
      const mine = lineInk(measure(piece.text, direction))
      ink = unionOrNull(ink, mine && transformedBounds(place, mine))
    }
  }
  return box ? centered({ ...straight, lines, ink }, box) : straight
}

/** Returns the ink bounds of a line in em, relative to the start of its baseline. Null if the line has no ink. */
function lineInk({ inkLeft, inkRight, inkAscent, inkDescent }: LineMeasure): Rect | null {
  const [width, height] = [inkLeft + inkRight, inkAscent + inkDescent]
  return width > 0 && height > 0 ? { x: -inkLeft, y: -inkAscent, width, height } : null
}

/** Moves the layout so that `box` is centered on the origin. */
function centered({ lines, ink, letterSpacing }: TextLayout, box: Rect): TextLayout {
  const [x, y] = [-box.x - box.width / 2, -box.y - box.height / 2]
  return {
    lines: lines.map((line) => ({ ...line, x: line.x + x, baseline: line.baseline + y })),
    box: { width: box.width, height: box.height },
    ink: ink && { ...ink, x: ink.x + x, y: ink.y + y },
    letterSpacing,
  }
}
