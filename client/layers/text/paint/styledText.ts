/** A text's words and the box behind them, as they are painted. */
import { after, applied, inverse, shifting, turning } from '../../../kit/base/affine.ts'
import type { Hex } from '../../../kit/base/fields.ts'
import type { Rect } from '../../../kit/base/geometry.ts'
import { grown, union } from '../../../kit/base/rect.ts'
import type { Context } from '../../../render/canvas2d/rasterize.ts'
import { type DropShadow, paintDropShadow, shadowExtent } from './dropShadow.ts'
import { applyFont, REFERENCE_PX } from './measure.ts'
import type { Line, TextLayout } from './TextLayout.ts'

export interface Box {
  color: Hex
  /** Document px. */
  width: number
  height: number
  radius: number
}

/** Behind the fill, around every letter. */
export interface Stroke {
  color: Hex
  /** Beyond the letter, em. */
  width: number
}

/** From the words' own colour to this one. */
export interface Gradient {
  color: Hex
  /** Degrees, clockwise from upwards. */
  angle: number
}

export interface StyledText {
  layout: TextLayout
  /** CSS font at REFERENCE_PX. */
  font: string
  color: Hex
  /** Document px per em. */
  fontSize: number
  box: Box | null
  stroke: Stroke | null
  gradient: Gradient | null
  shadow: DropShadow | null
}

/** What the letters and their stroke cover, em about the centre; null when there are none. */
export const inkBounds = ({ layout, stroke }: Pick<StyledText, 'layout' | 'stroke'>): Rect | null =>
  layout.ink && grown(layout.ink, stroke?.width ?? 0)

/** Unturned, document px about the centre; null when there is nothing to paint. */
export function styledTextExtent(words: StyledText): Rect | null {
  const { fontSize, box, shadow } = words
  const ink = inkBounds(words)
  const shaded = ink && shadow ? union(ink, shadowExtent(ink, shadow)) : ink
  const painted = shaded && {
    x: shaded.x * fontSize,
    y: shaded.y * fontSize,
    width: shaded.width * fontSize,
    height: shaded.height * fontSize,
  }
  if (!box) return painted
  const { width, height } = box
  const frame = { x: -width / 2, y: -height / 2, width, height }
  return painted ? union(painted, frame) : frame
}

export function paintStyledText(context: Context, words: StyledText): void {
  const { layout, color, fontSize, box, stroke, gradient, shadow } = words
  if (box) {
    const { width, height, radius } = box
    context.fillStyle = box.color
    context.beginPath()
    context.roundRect(-width / 2, -height / 2, width, height, Math.min(radius, width / 2, height / 2))
    context.fill()
  }
  context.scale(fontSize / REFERENCE_PX, fontSize / REFERENCE_PX)
  if (shadow && layout.ink)
    paintDropShadow(context, shadow, (silhouette) => paintLetters(silhouette, words, () => '#000000', '#000000'))
  const fill = gradient && layout.ink ? gradientOf(context, layout.ink, color, gradient) : () => color
  paintLetters(context, words, fill, stroke?.color ?? null)
}

/** All strokes lie beneath all letters. `outline`: the stroke's colour; null = there is none. */
function paintLetters(
  context: Context,
  { layout, font, stroke }: StyledText,
  fill: FillStyleOf,
  outline: string | null,
): void {
  const script = { font, letterSpacing: layout.letterSpacing }
  const each = (paint: (line: Line, x: number, y: number) => void) => {
    for (const line of layout.lines) {
      const [x, y] = [line.x * REFERENCE_PX, line.baseline * REFERENCE_PX]
      applyFont(context, script, line.direction)
      if (line.rotation === 0) paint(line, x, y)
      else {
        context.save()
        context.translate(x, y)
        context.rotate((line.rotation * Math.PI) / 180)
        paint(line, 0, 0)
        context.restore()
      }
    }
  }
  if (stroke && outline) {
    context.strokeStyle = outline
    context.lineJoin = 'round'
    context.lineWidth = 2 * stroke.width * REFERENCE_PX
    each(({ text }, x, y) => context.strokeText(text, x, y))
  }
  each((line, x, y) => {
    context.fillStyle = fill(line)
    context.fillText(line.text, x, y)
  })
}

/** What a line is filled with, in the place where it is painted. */
type FillStyleOf = (line: Line) => string | CanvasGradient

/** As CSS has it: the line through the middle is as long as it must be for the corners to have the pure colours. */
function gradientOf(context: Context, ink: Rect, from: Hex, { color: to, angle }: Gradient): FillStyleOf {
  const turn = (angle * Math.PI) / 180
  const [right, down] = [Math.sin(turn), -Math.cos(turn)]
  const half = ((Math.abs(right) * ink.width + Math.abs(down) * ink.height) / 2) * REFERENCE_PX
  const [x, y] = [(ink.x + ink.width / 2) * REFERENCE_PX, (ink.y + ink.height / 2) * REFERENCE_PX]
  const ends = [
    { x: x - right * half, y: y - down * half },
    { x: x + right * half, y: y + down * half },
  ] as const
  return ({ x, baseline, rotation }) => {
    // It runs through all words, however each of them is turned.
    const back = inverse(after(shifting(x * REFERENCE_PX, baseline * REFERENCE_PX), turning(rotation)))
    const [start, end] = rotation === 0 ? ends : [applied(back, ends[0]), applied(back, ends[1])]
    const gradient = context.createLinearGradient(start.x, start.y, end.x, end.y)
    gradient.addColorStop(0, from)
    gradient.addColorStop(1, to)
    return gradient
  }
}

/** The box alone: the words stand in space instead. */
export const withoutLetters = (words: StyledText): StyledText => ({
  ...words,
  layout: { ...words.layout, lines: [], ink: null },
})

/** The words alone, in one colour. */
export const lettersOnly = (words: StyledText): StyledText => ({
  ...words,
  box: null,
  stroke: null,
  gradient: null,
  shadow: null,
})
