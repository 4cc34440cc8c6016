import type { Rect, Size } from '../../../kit/base/geometry.ts'
import type { Direction } from './direction.ts'

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
