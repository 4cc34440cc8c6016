/** Colours as CSS text: hex, and `color(display-p3 …)`. */
import type { Hex } from '../fields.ts'
import { converted } from './colorSpace.ts'
import type { Vector3 } from './matrix3.ts'

/** Returns the hex text of an encoded sRGB colour, rounded to 8 bits. Callers must clip the channels to 0..1 first. */
export const hexOf = (color: Vector3): Hex =>
  `#${color
    .map((value) =>
      Math.round(255 * value)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const COMPONENT = '([+-]?(?:\\d+\\.?\\d*|\\.\\d+)%?)'
/**
 * Matches `color(display-p3 …)` (CSS Color 4, 10.2). An alpha value is accepted but ignored, because opacity is a
 * separate setting.
 */
const P3_COLOR = new RegExp(
  `^color\\(\\s*display-p3\\s+${COMPONENT}\\s+${COMPONENT}\\s+${COMPONENT}\\s*(?:/[^)]*)?\\)$`,
  'i',
)

/** Returns the colour that CSS text like `color(display-p3 1 0.2 30%)` names, clipped to sRGB; null for other text. */
export function parseP3Color(text: string): Hex | null {
  const [, red, green, blue] = P3_COLOR.exec(text.trim()) ?? []
  if (red === undefined || green === undefined || blue === undefined) return null
  return hexOf(converted([component(red), component(green), component(blue)], 'display-p3', 'srgb'))
}

/** Reads a number or a percentage, clipped to 0..1. */
const component = (text: string): number =>
  Math.min(1, Math.max(0, text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text)))
