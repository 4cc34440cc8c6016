/** Numbers, sizes, prices and times in the language on screen, all by Intl. */
import { directionOf, localeOf } from './languages.ts'
import { language } from './translate.ts'

export const locale = (): string => localeOf(language())

/** At most two decimals, none that say nothing. */
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(locale(), options ?? { maximumFractionDigits: 2 }).format(value)

/** A share of 0..1 in whole percent. */
export const formatPercent = (share: number): string =>
  formatNumber(share, { style: 'percent', maximumFractionDigits: 0 })

/** 'a, b, and c'; as a `unit` 'a, b, c'. */
export const formatList = (items: readonly string[], type: Intl.ListFormatType = 'conjunction'): string =>
  new Intl.ListFormat(locale(), { type }).format(items)

export const formatDate = (time: number | Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale(), options).format(time)

/** US cents, with the sign of the dollar where people put it. A mark keeps it at its letters where lines run from the right. */
export const formatPrice = (cents: number): string =>
  formatNumber(cents / 100, { style: 'currency', currency: 'USD' }) +
  (directionOf(language()) === 'rtl' ? '\u200e' : '')

/** Three digits that mean something, in units of a thousand. */
export function formatBytes(bytes: number): string {
  const [value, unit] = bytes < 999_500 ? [bytes / 1e3, 'kilobyte'] : [bytes / 1e6, 'megabyte']
  return formatNumber(value, { style: 'unit', unit, maximumSignificantDigits: 3 })
}
