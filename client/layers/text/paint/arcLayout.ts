/**
 * Text on an arc. Baselines are concentric circles. The middle of each glyph cluster's advance is on the circle, and
 * the cluster is rotated to the tangent: SVG 2, 11.8.3 "Text on a path layout rules",
 * https://www.w3.org/TR/SVG2/text.html#TextpathLayoutRules. Lengths are em.
 */
import {
  compose,
  rotationMatrix,
  transformedBounds,
  transformPoint,
  translationMatrix,
} from '#client/kit/base/affine.ts'
import type { Rect } from '#client/kit/base/geometry.ts'
import { unionOrNull } from '#client/kit/base/rect.ts'
import { splitIntoClusters } from './clusters.ts'
import type { Direction, Line, LineMeasure, TextLayout } from './TextLayout.ts'

interface ArcOptions {
  /** Angle of the arc that the widest line covers, degrees; positive = convex upwards, negative = downwards. */
  curve: number
  /** Distance from the baseline up to the line's upper edge, em. */
  above: number
  lineHeight: number
  measure(line: string, direction: Direction): LineMeasure
}

/** Minimum radius of a baseline, em. Because of it, a short line covers a smaller angle than `curve`. */
const MIN_RADIUS = 1

/** Returns a straight layout placed on an arc, with one `Line` per glyph cluster. */
export function layOutOnArc(straight: TextLayout, { curve, above, lineHeight, measure }: ArcOptions): TextLayout {
  const side = Math.sign(curve)
  const angle = (Math.abs(curve) * Math.PI) / 180
  const rows = straight.lines.map((line) => ({ ...line, advance: measure(line.text, line.direction).advance }))
  // Radius of the circle through the block's centre: the smallest radius that keeps every line within the angle.
  const radius = Math.max(
    ...rows.map(({ advance, baseline }) => Math.max(advance / angle, MIN_RADIUS) + side * baseline),
  )
  const lines: Line[] = []
  let [box, ink]: [Rect | null, Rect | null] = [null, null]
  for (const { text, direction, x, baseline } of rows) {
    const own = radius - side * baseline
    for (const piece of splitIntoClusters(text, direction, straight.letterSpacing, measure)) {
      const rotation = ((side * (x + piece.at + piece.advance / 2)) / own) * (180 / Math.PI)
      const toMiddle = translationMatrix(-piece.advance / 2, -side * own)
      const place = compose(translationMatrix(0, side * radius), rotationMatrix(rotation), toMiddle)
      const pen = transformPoint(place, { x: 0, y: 0 })
      lines.push({ text: piece.text, direction, x: pen.x, baseline: pen.y, rotation })
      box = unionOrNull(box, transformedBounds(place, { x: 0, y: -above, width: piece.advance, height: lineHeight }))
      const mine = lineInk(measure(piece.text, direction))
      ink = unionOrNull(ink, mine && transformedBounds(place, mine))
    }
  }
  return box ? centred({ ...straight, lines, ink }, box) : straight
}

/** Returns the ink bounds of a line relative to the start of its baseline, em; null = no ink. */
export function lineInk({ inkLeft, inkRight, inkAscent, inkDescent }: LineMeasure): Rect | null {
  const [width, height] = [inkLeft + inkRight, inkAscent + inkDescent]
  return width > 0 && height > 0 ? { x: -inkLeft, y: -inkAscent, width, height } : null
}

/** Moves the layout so that its box is centred on the origin. */
function centred({ lines, ink, letterSpacing }: TextLayout, box: Rect): TextLayout {
  const [x, y] = [-box.x - box.width / 2, -box.y - box.height / 2]
  return {
    lines: lines.map((line) => ({ ...line, x: line.x + x, baseline: line.baseline + y })),
    box: { width: box.width, height: box.height },
    ink: ink && { ...ink, x: ink.x + x, y: ink.y + y },
    letterSpacing,
  }
}
