/** A text's words and the box behind them, as they are painted. */
import type { Hex } from '../../../base/fields.ts'
import type { Rect } from '../../../base/geometry.ts'
import { grown, union } from '../../../base/rect.ts'
import type { Context } from '../../drawn/drawing.ts'
import type { TextLayout } from './layout.ts'
import { prepare, REFERENCE_PX } from './measure.ts'
import { castShadow, type Shadow, shadowExtent } from './shadow.ts'

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

export interface Words {
  layout: TextLayout
  /** CSS font at REFERENCE_PX. */
  font: string
  color: Hex
  /** Document px per em. */
  fontSize: number
  box: Box | null
  stroke: Stroke | null
  gradient: Gradient | null
  shadow: Shadow | null
}

/** What the letters and their stroke cover, em about the centre; null when there are none. */
export const inkOfWords = ({ layout, stroke }: Pick<Words, 'layout' | 'stroke'>): Rect | null =>
  layout.ink && grown(layout.ink, stroke?.width ?? 0)

/** Unturned, document px about the centre; null when there is nothing to paint. */
export function extentOfWords(words: Words): Rect | null {
  const { fontSize, box, shadow } = words
  const ink = inkOfWords(words)
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

export function paintWords(context: Context, words: Words): void {
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
    castShadow(context, shadow, (silhouette) => paintLetters(silhouette, words, '#000000', '#000000'))
  const fill = gradient && layout.ink ? gradientOf(context, layout.ink, color, gradient) : color
  paintLetters(context, words, fill, stroke?.color ?? null)
}

/** All strokes lie beneath all letters. `outline`: the stroke's colour; null = there is none. */
function paintLetters(
  context: Context,
  { layout, font, stroke }: Words,
  fill: string | CanvasGradient,
  outline: string | null,
): void {
  const script = { font, letterSpacing: layout.letterSpacing }
  const each = (paint: (text: string, x: number, y: number) => void) => {
    for (const line of layout.lines) {
      prepare(context, script, line.direction)
      paint(line.text, line.x * REFERENCE_PX, line.baseline * REFERENCE_PX)
    }
  }
  if (stroke && outline) {
    context.strokeStyle = outline
    context.lineJoin = 'round'
    context.lineWidth = 2 * stroke.width * REFERENCE_PX
    each((text, x, y) => context.strokeText(text, x, y))
  }
  context.fillStyle = fill
  each((text, x, y) => context.fillText(text, x, y))
}

/** As CSS has it: the line through the middle is as long as it must be for the corners to have the pure colours. */
function gradientOf(context: Context, ink: Rect, from: Hex, { color: to, angle }: Gradient): CanvasGradient {
  const turn = (angle * Math.PI) / 180
  const [right, down] = [Math.sin(turn), -Math.cos(turn)]
  const half = ((Math.abs(right) * ink.width + Math.abs(down) * ink.height) / 2) * REFERENCE_PX
  const [x, y] = [(ink.x + ink.width / 2) * REFERENCE_PX, (ink.y + ink.height / 2) * REFERENCE_PX]
  const gradient = context.createLinearGradient(x - right * half, y - down * half, x + right * half, y + down * half)
  gradient.addColorStop(0, from)
  gradient.addColorStop(1, to)
  return gradient
}

/** The box alone: the words stand in space instead. */
export const wordless = (words: Words): Words => ({ ...words, layout: { ...words.layout, lines: [], ink: null } })

/** The words alone, in one colour. */
export const bare = (words: Words): Words => ({ ...words, box: null, stroke: null, gradient: null, shadow: null })
