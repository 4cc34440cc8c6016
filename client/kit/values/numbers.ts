/** Returns `value` limited to `min`..`max`. If `min` exceeds `max`, returns `max`. NaN stays NaN. */
export const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

/** Returns `value` limited to 0..1. */
export const clampToUnit = (value: number): number => clamp(value, 0, 1)

/** Returns GLSL's smoothstep: 0 up to `from`, 1 at `to` and above, and a cubic Hermite curve between them. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = clampToUnit((value - from) / (to - from))
  return t * t * (3 - 2 * t)
}

/** Rounds to four decimals, which removes floating-point errors such as 0.1 + 0.2. */
export const roundToDecimals = (value: number): number => Number(value.toFixed(4))

/**
 * Matches Arabic, Persian and full-width digits, which some keyboards and input methods type. The code of the zero in
 * each of these scripts is divisible by 16.
 */
const DIGITS = /[٠-٩۰-۹０-９]/g

/** Matches a decimal number in usual notation. `Number` would also read 0x50 as 80. */
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/**
 * Returns the number that the user typed. Returns null if the text is empty, not a decimal number, or too large. In all
 * languages, point and comma (with their Arabic and full-width forms) are decimal separators. Thousands separators are
 * not supported: '1,200' is 1.2, '1,200.5' is invalid. Digits may be Arabic, Persian or full-width. The minus may be a
 * hyphen or U+2212.
 */
export function typedNumber(typed: string): number | null {
  const text = typed
    .trim()
    .replace(DIGITS, (digit) => String(digit.charCodeAt(0) % 16))
    .replace(/[,٫．，]/g, '.')
    .replace(/[\u2212－]/g, '-')
    .replace('＋', '+')
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : null
}
