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

/** How lines are set. */
export interface Setting {
  alignment: 'left' | 'center' | 'right'
  /** Baseline to baseline, em. */
  lineHeight: number
  /** Between two letters, em. */
  letterSpacing: number
}

export interface TextLayout {
  lines: readonly Line[]
  /** The box that is selected and hit: widest advance by the lines' heights, centred on the origin. */
  box: Size
  /** Everything that may be painted; null when there is nothing to paint. */
  ink: Rect | null
  /** Between two letters, em. */
  letterSpacing: number
}

/** An emptied text keeps a box that can be found again. */
const MIN_WIDTH = 0.5

/**
 * `capHeight` in em sets the capitals' middle on the line's middle, so that 50/50 looks centred in every font
 * and typing a descender moves nothing.
 */
export function layOut(
  text: string,
  capHeight: number,
  { alignment, lineHeight, letterSpacing }: Setting,
  measure: (line: string, direction: Direction) => LineMeasure,
): TextLayout {
  const measured = linesOf(text).map((line) => {
    const direction = directionOf(line)
    return { text: line, direction, ...measure(line, direction) }
  })
  const height = measured.length * lineHeight
  const width = Math.max(MIN_WIDTH, ...measured.map(({ advance }) => advance))
  let ink: Rect | null = null
  const lines = measured.map(({ text, direction, advance, inkLeft, inkRight, inkAscent, inkDescent }, i) => {
    const x = SIDES[alignment] * (width - advance) - advance / 2
    const baseline = -height / 2 + (i + 0.5) * lineHeight + capHeight / 2
    const [inkWidth, inkHeight] = [inkLeft + inkRight, inkAscent + inkDescent]
    if (inkWidth > 0 && inkHeight > 0) {
      const mine = { x: x - inkLeft, y: baseline - inkAscent, width: inkWidth, height: inkHeight }
      ink = ink ? union(ink, mine) : mine
    }
    return { text, direction, x, baseline }
  })
  return { lines, box: { width, height }, ink, letterSpacing }
}

/** Which part of the room beside a line its middle stands off the block's. */
const SIDES = { left: -0.5, center: 0, right: 0.5 } as const

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
