import { afterEach, expect, it, vi } from 'vitest'
import { formatDate, formatList, formatNumber, formatPrice } from './format.ts'
import { chooseLanguage } from './language.ts'
import { bestLanguage, directionOf, isLanguage, LANGUAGES, type Language } from './languages.ts'
import { catalogue, t } from './translate.ts'

afterEach(() => catalogue.activate('en'))

const speak = (locale: Language, messages = {}) => catalogue.loadAndActivate({ locale, messages })

it.each([
  [['de-AT', 'en'], 'de'],
  [['pt-PT'], 'pt-BR'],
  [['zh-Hant-TW'], 'zh-CN'],
  [['nl', 'fr-CA', 'en'], 'fr'],
  [['EN-gb', 'de'], 'en'],
  [['nl', 'sv'], 'en'],
  [[], 'en'],
] as const)('bestLanguage for the browser languages %j returns %s', (wanted, language) => {
  expect(bestLanguage(wanted)).toBe(language)
})

it('directionOf returns rtl for Arabic only', () => {
  expect(Object.keys(LANGUAGES).filter((language) => directionOf(language as Language) === 'rtl')).toEqual(['ar'])
})

it('chooseLanguage stores only the last of two quick choices', async () => {
  const setItem = vi.fn()
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('localStorage', { setItem })
  const earlier = chooseLanguage('ar', vi.fn())
  expect(await chooseLanguage('en', vi.fn())).toBe(true)
  expect(await earlier).toBe(false)
  expect(setItem.mock.calls).toEqual([['midground.language', 'en']])
})

it('t inserts values and plurals into English messages', () => {
  expect(t("Let's go")).toBe("Let's go")
  expect(t('{n, plural, one {# layer} other {# layers}} of {name}', { n: 1, name: 'x{y}' })).toBe('1 layer of x{y}')
  expect(t('{n, plural, one {# layer} other {# layers}}', { n: 1200 })).toBe('1,200 layers')
})

it('t returns the translation of the active catalog', () => {
  speak('de', { '{n, plural, one {# layer} other {# layers}}': '{n, plural, one {# Ebene} other {# Ebenen}}' })
  expect(t('{n, plural, one {# layer} other {# layers}}', { n: 1 })).toBe('1 Ebene')
  expect(t('{n, plural, one {# layer} other {# layers}}', { n: 1200 })).toBe('1.200 Ebenen')
})

it.each(['de', 'ar'] as const)('a message missing from the catalog of %s appears in English', (locale) => {
  speak(locale)
  expect(t('Close')).toBe('Close')
  expect(t('{n, plural, one {# layer} other {# layers}} of {name}', { n: 2, name: 'x' })).toBe('2 layers of x')
})

it.each([
  ['en', '1,234.5', 'a, b, and c', 'March 4, 2026'],
  ['de', '1.234,5', 'a, b und c', '4. März 2026'],
  ['fr', '1 234,5', 'a, b et c', '4 mars 2026'],
  ['ja', '1,234.5', 'a、b、c', '2026年3月4日'],
  ['ar', '1,234.5', 'a وb وc', '4 مارس 2026'],
] as const)('numbers, lists and dates are formatted for %s', (locale, number, list, date) => {
  speak(locale)
  const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/\u200e/g, '')
  expect(plain(formatNumber(1234.5))).toBe(number)
  expect(formatList(['a', 'b', 'c'])).toBe(list)
  expect(formatDate(Date.UTC(2026, 2, 4, 12), { dateStyle: 'long', timeZone: 'UTC' })).toBe(date)
})

it('formatPrice keeps "US$" together in right-to-left text', () => {
  expect(formatPrice(4999)).toBe('$49.99')
  speak('ar')
  expect(formatPrice(4999)).toMatch(/US\$\u200e$/)
})

it.each(['toString', 'constructor', 'xx', '', null, 7])(
  'isLanguage is false for the unsupported language %s',
  (value) => {
    expect(isLanguage(value)).toBe(false)
  },
)
