/** Colors as CSS text: hex, and `color(display-p3 …)`. */
import type { Hex } from '../../values/fields.ts'
import { clampToUnit } from '../../values/numbers.ts'
import { converted } from './colorSpace.ts'

/** Returns the hex text of sRGB channels 0..255. Rounds the channels. */
export const hexOf = (channels: readonly number[]): Hex =>
  `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

/**
 * Returns the sRGB channels of `#rgb` or `#rrggbb`, 0..255. Does not validate the text: text without hex digits gives
 * black, and alpha digits give a wrong color.
 */
export function channelsOf(hex: string): [red: number, green: number, blue: number] {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex
  const number = Number.parseInt(digits.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

const COMPONENT = '([+-]?(?:\\d+\\.?\\d*|\\.\\d+)%?)'
/**
 * Matches `color(display-p3 …)` (CSS Color 4, 10.2). An alpha value is accepted but ignored, because opacity is a
 * separate setting.
 */
const P3_COLOR = new RegExp(
  `^color\\(\\s*display-p3\\s+${COMPONENT}\\s+${COMPONENT}\\s+${COMPONENT}\\s*(?:/[^)]*)?\\)$`,
  'i',
)

/**
 * Returns the color of CSS text such as `color(display-p3 1 0.2 30%)`, clipped to sRGB. Returns null for other text.
 */
export function parseP3Color(text: string): Hex | null {
  const [, red, green, blue] = P3_COLOR.exec(text.trim()) ?? []
  if (red === undefined || green === undefined || blue === undefined) return null
  const color = converted([component(red), component(green), component(blue)], 'display-p3', 'srgb')
  return hexOf(color.map((value) => 255 * value))
}

/** Parses a number or a percentage, clipped to 0..1. */
const component = (text: string): number =>
  clampToUnit(text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text))
