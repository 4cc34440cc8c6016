/**
 * Formats how long ago a time was: 'now', '3 minutes ago', 'yesterday'. Both times in ms since 1970; `language` is a
 * BCP 47 tag.
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
