import type { Rect, Size } from '#client/kit/geometry/geometry.ts'

/** Measures of one line, em: advance width, and ink bounds relative to the start of the baseline. */
export interface LineMeasure {
  advance: number
  /**
   * Letter spacing (em) that the browser adds after the last letter and that isn't part of the advance. 0 after joined
   * letters.
   */
  trailing: number
  inkLeft: number
  inkRight: number
  inkAscent: number
  inkDescent: number
}

/** A line of text. On an arc, a single glyph cluster. */
export interface Line {
  text: string
  /** Offset of the line in the text, UTF-16 code units. */
  start: number
  direction: Direction
  /** `x`: left end of the advance box, em. `baseline`: y of the baseline, em. */
  x: number
  baseline: number
  /** Rotation about (x, y), degrees clockwise. */
  rotation: number
}

/** Layout of text. Lengths are em (1 = the font size), the origin is the block's center, y points down. */
export interface TextLayout {
  lines: readonly Line[]
  /** Selection box, centered on the origin: the widest advance × the sum of the line heights. */
  box: Size
  /** Bounds of all painted pixels. Null if the text has no visible pixels. */
  ink: Rect | null
  /** Additional space between letters, em. */
  letterSpacing: number
}

export type Direction = 'ltr' | 'rtl'

const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g

/** Splits text at every Unicode line break (UAX 14: BK, CR, LF, NL). Replaces lone surrogates with U+FFFD. */
export function linesOf(text: string): Pick<Line, 'text' | 'start'>[] {
  const valid = text.replace(/\p{Surrogate}/gu, '\uFFFD')
  const breaks = [...valid.matchAll(LINE_BREAK)]
  return [...breaks, null].map((end, i) => {
    const before = breaks[i - 1]
    const start = before ? before.index + before[0].length : 0
    return { text: valid.slice(start, end?.index), start }
  })
}

const RTL =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\u200F]/u
const STRONG = /\p{L}|\u200E|\u200F/u

/**
 * Returns the direction of the first letter or direction mark, or 'ltr' if there is none. Follows rules P2 and P3 of
 * UAX 9, but doesn't skip isolates.
 */
export function directionOf(line: string): Direction {
  const first = STRONG.exec(line)?.[0]
  return first !== undefined && RTL.test(first) ? 'rtl' : 'ltr'
}
