/**
 * Where the field stands in which the words of a text are typed: its lines lie exactly on those that the stage paints.
 * Pure. Its own CSS px are scaled by `scale`, which makes the caret thick enough to be seen over a photo.
 */
import type { Point } from '../../kit/base/geometry.ts'
import type { FontHeight } from '../../layers/text/paint/measure.ts'
import type { TextLayout } from '../../layers/text/paint/TextLayout.ts'
import { toCss, type View } from '../../render/compositor/viewport.ts'

export interface WordsPlace {
  /** Where the middle of the words is, CSS px from the canvas' corner. */
  center: Point
  /** Screen px per px of the field. */
  scale: number
  /** All that follows is px of the field. */
  fontSize: number
  letterSpacing: number
  /** The field's corner, from the middle of the words. */
  corner: Point
  width: number
  height: number
  /** Room at the side that the lines begin at. */
  padding: { left: number; right: number }
}

export interface Typed {
  layout: TextLayout
  alignment: 'left' | 'center' | 'right'
  font: FontHeight
  /** Document px. */
  fontSize: number
  center: Point
}

/** Thick enough for a caret, px of the screen. */
const CARET = 2
/** Smaller type makes iOS zoom in on focus; larger needs no sharpness, for nobody sees it. */
const [SMALLEST, LARGEST] = [16, 1000]
/** Beside the words, so that no line wraps or scrolls before the field has grown with it, em. */
const ROOM = 1

export function textFieldPlace({ layout, alignment, font, fontSize, center }: Typed, view: View): WordsPlace {
  const em = fontSize * view.zoom
  const { box, lines, letterSpacing } = layout
  const lineHeight = box.height / lines.length
  const wanted = Math.min(LARGEST, Math.max(SMALLEST, em / CARET))
  // Browsers set lines and letters on whole px: where a line is so many, all of them stand where they are reckoned.
  const line = Math.round(wanted * lineHeight)
  const size = line / lineHeight
  const room = ROOM + Math.abs(letterSpacing)
  const first = lines[0]?.baseline ?? 0
  // Ascent and descent stand in the middle of a line (CSS 2.2, 10.8.1).
  const [ascent, descent] = [Math.round(font.ascent * size), Math.round(font.descent * size)]
  const above = Math.floor((line - ascent - descent) / 2) + ascent
  return {
    center: toCss(view, center),
    scale: em / size,
    fontSize: size,
    letterSpacing: letterSpacing * size,
    // CSS leaves room after the last letter too, and aligns with it.
    corner: {
      x: (-box.width / 2 - room + SIDES[alignment] * letterSpacing) * size,
      y: first * size - above,
    },
    width: (box.width + 2 * room) * size,
    height: box.height * size,
    padding: { left: alignment === 'left' ? room * size : 0, right: alignment === 'right' ? room * size : 0 },
  }
}

/** Which part of a line's free room lies before it. */
const SIDES = { left: 0, center: 0.5, right: 1 } as const
