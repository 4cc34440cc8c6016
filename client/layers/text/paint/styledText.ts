import { compose, invert, rotationMatrix, transformPoint, translationMatrix } from '#client/kit/geometry/affine.ts'
import { type Rect, radiansOf } from '#client/kit/geometry/geometry.ts'
import { expandRect, scaleRect, union } from '#client/kit/geometry/rect.ts'
import type { Hex } from '#client/kit/values/fields.ts'
import type { Context } from '#client/render/canvas2d/rasterize.ts'
import { canvasGradient, gradientLine } from '../../colors/gradient.ts'
import { type DropShadow, paintDropShadow, shadowExtent } from './dropShadow.ts'
import { applyFont, REFERENCE_PX } from './measure.ts'
import type { Line, TextLayout } from './TextLayout.ts'

export interface Box {
  color: Hex
  /** Size of the box in document px. */
  width: number
  height: number
  radius: number
}

/** A stroke around every letter, painted below the fills. */
export interface Stroke {
  color: Hex
  /** Width of the visible part of the stroke, outside the letter, em. */
  width: number
}

/** A linear gradient from the text's color to a second color. */
export interface Gradient {
  color: Hex
  /** Direction of the gradient in degrees, clockwise from the top. */
  angle: number
}

/** Text that is ready to paint: layout, font, colors and effects. */
export interface StyledText {
  layout: TextLayout
  /** CSS font at REFERENCE_PX. */
  font: string
  color: Hex
  /** Font size, document px per em. */
  fontSize: number
  box: Box | null
  stroke: Stroke | null
  gradient: Gradient | null
  shadow: DropShadow | null
}

/**
 * Returns the bounds of the painted letters and their stroke, in em relative to the text's center. Null if no letter is
 * painted.
 */
export const inkBounds = ({ layout, stroke }: Pick<StyledText, 'layout' | 'stroke'>): Rect | null =>
  layout.ink && expandRect(layout.ink, stroke?.width ?? 0)

/**
 * Returns the bounds of all painted pixels before rotation, in document px relative to the center. Null if there are
 * none.
 */
export function styledTextExtent(text: StyledText): Rect | null {
  const { fontSize, box, shadow } = text
  const ink = inkBounds(text)
  const shaded = ink && shadow ? union(ink, shadowExtent(ink, shadow)) : ink
  const painted = shaded && scaleRect(shaded, fontSize)
  if (!box) return painted
  const { width, height } = box
  const frame = { x: -width / 2, y: -height / 2, width, height }
  return painted ? union(painted, frame) : frame
}

/**
 * Paints box, shadow, strokes and letters. The context's unit is document px, with the origin at the text's center.
 * @throws Error if a canvas for the drop shadow can't be created
 */
export function paintStyledText(context: Context, text: StyledText): void {
  const { layout, color, fontSize, box, stroke, gradient, shadow } = text
  if (box) {
    const { width, height, radius } = box
    context.fillStyle = box.color
    context.beginPath()
    context.roundRect(-width / 2, -height / 2, width, height, Math.min(radius, width / 2, height / 2))
    context.fill()
  }
  context.scale(fontSize / REFERENCE_PX, fontSize / REFERENCE_PX)
  const ink = inkBounds(text)
  if (shadow && ink)
    paintDropShadow(context, shadow, ink, (silhouette) => paintLetters(silhouette, text, () => '#000000', '#000000'))
  const fill = gradient && layout.ink ? gradientOf(context, layout.ink, color, gradient) : () => color
  paintLetters(context, text, fill, stroke?.color ?? null)
}

/** Paints all strokes, then all letters. `outline`: the stroke's color, or null for no stroke. */
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
        context.rotate(radiansOf(line.rotation))
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

/** Returns the fill style for a line, in the coordinates of that line. */
type FillStyleOf = (line: Line) => string | CanvasGradient

/** Returns a function that returns the fill style of each line, so that one gradient covers the whole text. */
function gradientOf(context: Context, ink: Rect, from: Hex, { color: to, angle }: Gradient): FillStyleOf {
  const ends = gradientLine(scaleRect(ink, REFERENCE_PX), angle)
  return ({ x, baseline, rotation }) => {
    // converts the gradient to the coordinates of the rotated line, so that one gradient covers the whole text
    const back = invert(compose(translationMatrix(x * REFERENCE_PX, baseline * REFERENCE_PX), rotationMatrix(rotation)))
    const line = rotation === 0 ? ends : ([transformPoint(back, ends[0]), transformPoint(back, ends[1])] as const)
    return canvasGradient(context, line, from, to)
  }
}

/** Returns the text with its box but without letters. For 3D text, a shader paints the letters. */
export const withoutLetters = (text: StyledText): StyledText => ({
  ...text,
  layout: { ...text.layout, lines: [], ink: null },
})

/** Returns only the letters in the text's color, without box, stroke, gradient and shadow. */
export const lettersOnly = (text: StyledText): StyledText => ({
  ...text,
  box: null,
  stroke: null,
  gradient: null,
  shadow: null,
})
