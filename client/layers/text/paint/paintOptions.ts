/** Converts a text layer's fields to the units for layout and painting. */
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { TextValues } from '../schema.ts'
import type { ParagraphStyle } from './layout.ts'
import type { StyledText } from './styledText.ts'

type Values = Immutable<TextValues>

/**
 * Returns a text layer's alignment, line height (em), letter spacing (em) and curve (degrees). If a text box wraps the
 * lines, their letters must not touch.
 */
export const paragraphStyleOf = ({ alignment, lineHeight, letterSpacing, curve, frame }: Values): ParagraphStyle => ({
  alignment,
  lineHeight,
  letterSpacing: letterSpacing / 100,
  curve,
  isClear: frame.enabled && frame.wraps,
})

/** Returns stroke, gradient and drop shadow of a text layer, in em. A disabled effect is null. */
export const textEffectsOf = ({
  stroke,
  gradient,
  dropShadow,
}: Values): Pick<StyledText, 'stroke' | 'gradient' | 'shadow'> => ({
  stroke: stroke.enabled ? { color: stroke.color, width: stroke.width / 100 } : null,
  gradient: gradient.enabled ? { color: gradient.color, angle: gradient.angle } : null,
  shadow: dropShadow.enabled
    ? {
        color: dropShadow.color,
        opacity: dropShadow.opacity / 100,
        blur: dropShadow.blur / 100,
        x: dropShadow.horizontal / 100,
        y: dropShadow.vertical / 100,
      }
    : null,
})
