/**
 * Where the lines of a text stand. Lengths are em (1 = the font size), so one layout serves every size and scale.
 * Origin: the centre of the block; y down. Shaping is the browser's: a line is drawn whole, never glyph by glyph.
 */
import type { Rect, Size } from '../../../base/geometry.ts'
import { union } from '../../../base/rect.ts'

export type Direction = 'ltr' | 'rtl'

/** What the browser says of one line, in em: the advance width, and the ink about the pen's start on the baseline. */
export interface LineMeasure {
  advance: number
  inkLeft: number
  inkRight: number
  inkAscent: number
  inkDescent: number
}

export interface Line {
  text: string
  direction: Direction
  /** Left end of the advance box, and the baseline. */
  x: number
  baseline: number
}

export interface TextLayout {
  lines: readonly Line[]
  /** The box that is selected and hit: widest advance by the lines' heights, centred on the origin. */
  box: Size
  /** Everything that may be painted; null when there is nothing to paint. */
  ink: Rect | null
}

export const LINE_HEIGHT = 1.2
/** An emptied text keeps a box that can be found again. */
const MIN_WIDTH = 0.5

/**
 * `capHeight` in em sets the capitals' middle on the line's middle, so that 50/50 looks centred in every font
 * and typing a descender moves nothing.
 */
export function layOut(
  text: string,
  capHeight: number,
  measure: (line: string, direction: Direction) => LineMeasure,
): TextLayout {
  const paragraphs = linesOf(text)
  const top = (-paragraphs.length * LINE_HEIGHT) / 2
  let width = MIN_WIDTH
  let ink: Rect | null = null
  const lines = paragraphs.map((paragraph, i) => {
    const direction = directionOf(paragraph)
    const { advance, inkLeft, inkRight, inkAscent, inkDescent } = measure(paragraph, direction)
    const x = -advance / 2
    const baseline = top + (i + 0.5) * LINE_HEIGHT + capHeight / 2
    width = Math.max(width, advance)
    const [inkWidth, inkHeight] = [inkLeft + inkRight, inkAscent + inkDescent]
    if (inkWidth > 0 && inkHeight > 0) {
      const mine = { x: x - inkLeft, y: baseline - inkAscent, width: inkWidth, height: inkHeight }
      ink = ink ? union(ink, mine) : mine
    }
    return { text: paragraph, direction, x, baseline }
  })
  return { lines, box: { width, height: paragraphs.length * LINE_HEIGHT }, ink }
}

/** Every line break of Unicode ends a line (UAX 14: BK, CR, LF, NL); half a surrogate pair becomes U+FFFD. */
export const linesOf = (text: string): string[] =>
  text.replace(/\p{Surrogate}/gu, '\uFFFD').split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)

const RTL =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\u200F]/u
const STRONG = /\p{L}|\u200E|\u200F/u

/** The direction of the first strong character (UAX 9, rules P2 and P3). */
export function directionOf(line: string): Direction {
  const first = STRONG.exec(line)?.[0]
  return first !== undefined && RTL.test(first) ? 'rtl' : 'ltr'
}
