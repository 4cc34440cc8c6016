/**
 * Where the lines of a text stand. Lengths are em (1 = the font size), so one layout serves every size and scale.
 * Origin: the centre of the block; y down. Shaping is the browser's: a straight line is drawn whole, never glyph by glyph.
 */
import type { Rect } from '../../../kit/base/geometry.ts'
import { unionOf } from '../../../kit/base/rect.ts'
import { layOutOnArc, lineInk } from './arcLayout.ts'
import { type Direction, directionOf, linesOf } from './direction.ts'
import type { LineMeasure, TextLayout } from './TextLayout.ts'

/** How lines are set. */
export interface ParagraphStyle {
  alignment: 'left' | 'center' | 'right'
  /** Baseline to baseline, em. */
  lineHeight: number
  /** Between two letters, em. */
  letterSpacing: number
  /** How far round a circle the widest line goes, degrees; 0 = straight. */
  curve: number
}

/** An emptied text keeps a box that can be found again. */
const MIN_WIDTH = 0.5

/**
 * `capHeight` in em sets the capitals' middle on the line's middle, so that 50/50 looks centred in every font
 * and typing a descender moves nothing.
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
    ink = unionOf(ink, own && { ...own, x: x + own.x, y: baseline + own.y })
    return { text, direction, x, baseline, rotation: 0 }
  })
  const straight = { lines, box: { width, height }, ink, letterSpacing }
  return curve === 0
    ? straight
    : layOutOnArc(straight, { curve, above: (lineHeight + capHeight) / 2, lineHeight, measure })
}

/** Which part of the room beside a line its middle stands off the block's. */
const ALIGNMENT_OFFSET = { left: -0.5, center: 0, right: 0.5 } as const
