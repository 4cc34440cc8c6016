import type { Rect, Size } from '../../../kit/base/geometry.ts'

/** Measures of one line, em: advance width, and ink bounds relative to the start of the baseline. */
export interface LineMeasure {
  advance: number
  inkLeft: number
  inkRight: number
  inkAscent: number
  inkDescent: number
}

/** A line of text; on an arc, one glyph cluster. */
export interface Line {
  text: string
  direction: Direction
  /** Left end of the advance box, and the baseline. */
  x: number
  baseline: number
  /** Rotation about that point, degrees clockwise. */
  rotation: number
}

/** The layout of a text. Lengths are em (1 = the font size); the origin is the block's centre; y points down. */
export interface TextLayout {
  lines: readonly Line[]
  /** The selection box: widest advance × sum of line heights, centred on the origin. */
  box: Size
  /** Bounds of everything that is painted; null = nothing. */
  ink: Rect | null
  /** Additional space between letters, em. */
  letterSpacing: number
}

/** The writing direction of a line of text. */
export type Direction = 'ltr' | 'rtl'

/**
 * Splits a text into lines at every line break of Unicode (UAX 14: BK, CR, LF, NL). Lone halves of surrogate pairs
 * become U+FFFD.
 */
export const linesOf = (text: string): string[] =>
  text.replace(/\p{Surrogate}/gu, '\uFFFD').split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)

const RTL =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\u200F]/u
const STRONG = /\p{L}|\u200E|\u200F/u

/**
 * Returns the direction of the first letter or direction mark; 'ltr' where there is none. Like rules P2 and P3 of UAX
 * 9, but isolates are not skipped.
 */
export function directionOf(line: string): Direction {
  const first = STRONG.exec(line)?.[0]
  return first !== undefined && RTL.test(first) ? 'rtl' : 'ltr'
}
