/**
 * Decimal digits that keyboards and input methods type besides 0 to 9: Arabic, Persian and full-width ones. The zero of
 * each row has a code that 16 divides.
 */
const DIGITS = /[٠-٩۰-۹０-９]/g

/** Matches a decimal number as people write it; `Number` would also read 0x50 as 80. */
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/**
 * Returns the number that the user has typed, or null when the text is empty, no decimal number, or too large for one.
 * Point and comma, also the Arabic and the full-width ones, are the decimal separator in every language. There is no
 * separator of thousands: '1,200' is 1.2, because '1,2' is and a further digit must not change its meaning, and '1,200.5'
 * is no number. Digits may be Arabic, Persian or full-width, a minus may be the hyphen or the mathematical sign.
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
