import { directionOf, localeOf } from './languages.ts'
import { language } from './translate.ts'

/** Returns the current language's BCP 47 tag for Intl. */
export const locale = (): string => localeOf(language())

/** Formats a number in the current language, by default with at most two decimals and no trailing zeros. */
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(locale(), options ?? { maximumFractionDigits: 2 }).format(value)

/** Formats a percentage as a whole number: 50 gives '50%', in German '50 %'. */
export const formatPercent = (percent: number): string => formatNumber(percent / 100, { style: 'percent' })

/**
 * Appends a unit to a formatted number: '5 px', '−28°', and '5%' in languages that write percentages without a space.
 * In right-to-left languages, marks the result as left-to-right text.
 */
export function withUnit(number: string, unit: string): string {
  const isJoined = unit === '°' || (unit === '%' && !/\s/.test(formatPercent(0)))
  const text = `${number.replace('-', '−')}${isJoined ? '' : ' '}${unit}`.trim()
  return directionOf(language()) === 'rtl' ? `\u2066${text}\u2069` : text
}

/** Formats a list: 'a, b, and c' by default, 'a, b, c' with the type `unit`. */
export const formatList = (items: readonly string[], type: Intl.ListFormatType = 'conjunction'): string =>
  new Intl.ListFormat(locale(), { type }).format(items)

// grapheme boundaries don't depend on the language
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns the user-perceived characters of text (UAX 29). */
export const graphemesOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment)

/** Formats a date or time (ms since the Unix epoch) in the current language. */
export const formatDate = (time: number | Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale(), options).format(time)

/**
 * Formats an amount of US cents as a dollar price. In right-to-left languages, appends a left-to-right mark, so that
 * "US$" and the number are not separated.
 */
export const formatPrice = (cents: number): string =>
  formatNumber(cents / 100, { style: 'currency', currency: 'USD' }) +
  (directionOf(language()) === 'rtl' ? '\u200e' : '')

/** Formats a size in kilobytes or megabytes (powers of 1000) with three significant digits. */
export function formatBytes(bytes: number): string {
  const [value, unit] = bytes < 999_500 ? [bytes / 1e3, 'kilobyte'] : [bytes / 1e6, 'megabyte']
  return formatNumber(value, { style: 'unit', unit, maximumSignificantDigits: 3 })
}

/** Formats a duration (ms), rounded up to whole minutes, or to whole seconds below 90 s: '3 minutes'. */
export function formatDuration(ms: number): string {
  const [value, unit] = ms < 90_000 ? [ms / 1000, 'second'] : [ms / 60_000, 'minute']
  return formatNumber(Math.ceil(value), { style: 'unit', unit, unitDisplay: 'long' })
}

/**
 * Formats the time from `then` to `now` (ms since 1970), such as '3 minutes ago'. Less than a minute, or a time in the
 * future, is 'now'. `language` is a BCP 47 tag.
 */
export function formatRelativeTime(then: number, now: number, language = 'en'): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const seconds = Math.max(0, now - then) / 1000
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? SECONDS
  return unit === 'second' ? format.format(0, 'second') : format.format(-Math.floor(seconds / length), unit)
}

const SECONDS = ['second', 1] as const
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]
