/** Where the lines of a text stand, as plain data. Lengths are em (1 = the font size). Origin: the centre of the block; y down. */
import type { Rect, Size } from '../../../kit/base/geometry.ts'
import type { Direction } from './direction.ts'

/** What the browser says of one line, in em: the advance width, and the ink about the pen's start on the baseline. */
export interface LineMeasure {
  advance: number
  inkLeft: number
  inkRight: number
  inkAscent: number
  inkDescent: number
}

/** A whole line; of one that is bent, a letter. */
export interface Line {
  text: string
  direction: Direction
  /** Left end of the advance box, and the baseline. */
  x: number
  baseline: number
  /** About that place, degrees clockwise. */
  rotation: number
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
