/**
 * Lays out a text in em (1 = the font size), so that one layout serves every size and scale. The origin is the block's
 * centre; y points down. The browser shapes the text, so a straight line is drawn as a whole.
 */
import type { Rect } from '#client/kit/base/geometry.ts'
import { unionOrNull } from '#client/kit/base/rect.ts'
import { layOutOnArc, lineInk } from './arcLayout.ts'
import type { LineMeasure, TextLayout } from './TextLayout.ts'
import { type Direction, directionOf, linesOf } from './TextLayout.ts'

export interface ParagraphStyle {
  alignment: 'left' | 'center' | 'right'
  /** Distance between baselines, em. */
  lineHeight: number
  /** Additional space between letters, em. */
  letterSpacing: number
  /** Angle of the arc that the widest line covers, degrees; 0 = straight. */
  curve: number
}

/** Minimum width of the box, em, so that an empty text can be selected. */
const MIN_WIDTH = 0.5

/**
 * Lays out `text`. Each line is centred vertically by its `capHeight` (em), so that descenders don't move the text.
 * `measure` returns a line's measures in em.
 */
export function layOutText(
  text: string,
  capHeight: number,
  { alignment, lineHeight, letterSpacing, curve }: ParagraphStyle,
  measure: (line: string, direction: Direction) => LineMeasure,
): TextLayout {
  const measured = linesOf(text).map((line) => {
    const direction = directionOf(line)
    const lengths = measure(line, direction)
    return { text: line, direction, advance: lengths.advance, own: lineInk(lengths) }
  })
  const height = measured.length * lineHeight
  const width = Math.max(MIN_WIDTH, ...measured.map(({ advance }) => advance))
  let ink: Rect | null = null
  const lines = measured.map(({ text, direction, advance, own }, i) => {
    const x = ALIGNMENT_OFFSET[alignment] * (width - advance) - advance / 2
    const baseline = -height / 2 + (i + 0.5) * lineHeight + capHeight / 2
    ink = unionOrNull(ink, own && { ...own, x: x + own.x, y: baseline + own.y })
    return { text, direction, x, baseline, rotation: 0 }
  })
  const straight = { lines, box: { width, height }, ink, letterSpacing }
  return curve === 0
    ? straight
    : layOutOnArc(straight, { curve, above: (lineHeight + capHeight) / 2, lineHeight, measure })
}

/** Offset of a line's centre from the block's centre, as a fraction of the free space. */
const ALIGNMENT_OFFSET = { left: -0.5, center: 0, right: 0.5 } as const
