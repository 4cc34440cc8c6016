import { tryRead } from '../device-storage/deviceStorage.ts'

/** The names of the supported languages by BCP 47 tag, each in its own language. English messages are in the code. */
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

/** Key of the chosen language in local storage. */
export const LANGUAGE_KEY = 'midground.language'

/** BCP 47 tag of a supported language. */
export type Language = keyof typeof LANGUAGES

/** Returns true for the tag of a supported language. */
export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(LANGUAGES, value)

/** Returns the writing direction of a language. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** Returns the Intl locale of a language. Arabic gets Latin digits, because number fields accept 0-9. */
export const localeOf = (language: Language): string => (language === 'ar' ? 'ar-u-nu-latn' : language)

/**
 * Returns the first supported language of the `wanted` tags, compared by primary subtag ('pt-PT' gives pt-BR, 'zh-TW'
 * gives zh-CN). Returns English if no tag is supported.
 */
export function bestLanguage(wanted: readonly string[]): Language {
  const known = Object.keys(LANGUAGES).filter(isLanguage)
  for (const tag of wanted) {
    const [family] = tag.toLowerCase().split('-')
    const found = known.find((language) => language.toLowerCase().split('-')[0] === family)
    if (found) return found
  }
  return 'en'
}

/** Returns the stored language. Without a stored language, returns the best match for the browser's languages. */
export function firstLanguage(): Language {
  const kept = tryRead(LANGUAGE_KEY)
  return isLanguage(kept) ? kept : bestLanguage(navigator.languages)
}
