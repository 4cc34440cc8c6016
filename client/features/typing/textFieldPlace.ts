/**
 * Computes position and size of the text field over painted text. `scale` enlarges the field, so that its caret is
 * visible on a photo.
 */
import type { Point } from '#client/kit/geometry/geometry.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import type { FontHeight } from '#client/layers/text/paint/measure.ts'
import type { TextLayout } from '#client/layers/text/paint/TextLayout.ts'
import { toCss, type View } from '#client/render/compositor/viewport.ts'

/** Position and size of the inline text field over the canvas. */
export interface TextFieldPlacement {
  /** Center of the text, CSS px from the canvas's corner. */
  center: Point
  /** CSS px on the screen per px of the field. */
  scale: number
  /** Font size. This and all lengths below are in px of the field. */
  fontSize: number
  letterSpacing: number
  /** Line height as a multiple of the font size. */
  lineHeight: number
  /** The field's top left corner relative to the center of the text. */
  corner: Point
  width: number
  height: number
  /** Padding on the side where the text is aligned; 0 for centered text. */
  padding: { left: number; right: number }
}

/** The text that the user edits. */
export interface EditedText {
  layout: TextLayout
  alignment: 'left' | 'center' | 'right'
  font: FontHeight
  /** Font size in document px. */
  fontSize: number
  center: Point
}

/** Width of the caret on the screen in CSS px. */
const CARET = 2
/**
 * Limits of the field's font size, px. iOS zooms in on fields with smaller text. A larger size would not be sharper.
 */
const [SMALLEST, LARGEST] = [16, 1000]
/** Number of line heights that are tried. */
const HEIGHTS = 24
/** Extra width in em, so that no line wraps or scrolls before the field has grown. */
const ROOM = 1

/** Returns the placement that aligns the field's lines with the lines on the stage. */
export function textFieldPlace(
  { layout, alignment, font, fontSize, center }: EditedText,
  view: View,
): TextFieldPlacement {
  const em = fontSize * view.zoom
  const { box, lines, letterSpacing } = layout
  const lineHeight = box.height / lines.length
  const wanted = clamp(em / CARET, SMALLEST, LARGEST)
  // Browsers align lines and letters to whole pixels. The font size is chosen so that the line height is a whole number
  // of px, and so that ascent and descent nearly are. Some browsers round ascent and descent to CSS px, others to
  // device px.
  const offGrid = (line: number) =>
    [font.ascent, font.descent].reduce((sum, part) => sum + toWhole((part * line) / lineHeight), 0)
  const smallest = Math.round(wanted * lineHeight)
  const heights = Array.from({ length: HEIGHTS }, (_, i) => smallest + i)
  const line = heights.reduce((best, height) => (offGrid(height) < offGrid(best) ? height : best))
  const size = line / lineHeight
  const room = ROOM + Math.abs(letterSpacing)
  const first = lines[0]?.baseline ?? 0
  // Ascent and descent are centered in a line (CSS 2.2, 10.8.1).
  const [ascent, descent] = [Math.round(font.ascent * size), Math.round(font.descent * size)]
  const above = Math.floor((line - ascent - descent) / 2) + ascent
  return {
    center: toCss(view, center),
    scale: em / size,
    fontSize: size,
    letterSpacing: letterSpacing * size,
    lineHeight,
    // CSS adds letter spacing even after the last letter, which shifts the aligned lines.
    corner: {
      x: (-box.width / 2 - room + SIDES[alignment] * letterSpacing) * size,
      y: first * size - above,
    },
    width: (box.width + 2 * room) * size,
    height: box.height * size,
    padding: { left: alignment === 'left' ? room * size : 0, right: alignment === 'right' ? room * size : 0 },
  }
}

/** Returns the distance to the nearest whole number. */
const toWhole = (value: number) => Math.abs(value - Math.round(value))

/** The part of a line's free space that is before the text, as a fraction. */
const SIDES = { left: 0, center: 0.5, right: 1 } as const
