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
