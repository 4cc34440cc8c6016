/** The languages there are, by BCP 47 tag, each in its own words. English is what the code is written in. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  'pt-BR': 'Português (Brasil)',
  ja: '日本語',
  'zh-CN': '简体中文',
  ar: 'العربية',
} as const

/** Under which name a device keeps the choice. */
export const LANGUAGE_KEY = 'midground.language'

export type Language = keyof typeof LANGUAGES

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(LANGUAGES, value)

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** What Intl formats in. Arabic keeps the digits of its number fields, into which people type 0-9. */
export const localeOf = (language: Language): string => (language === 'ar' ? 'ar-u-nu-latn' : language)

/** The first of the wanted tags that there is a language for: 'pt-PT' is served by pt-BR, 'zh-TW' by zh-CN. */
export function bestLanguage(wanted: readonly string[]): Language {
  const known = Object.keys(LANGUAGES).filter(isLanguage)
  for (const tag of wanted) {
    const [family] = tag.toLowerCase().split('-')
    const found = known.find((language) => language.toLowerCase().split('-')[0] === family)
    if (found) return found
  }
  return 'en'
}
