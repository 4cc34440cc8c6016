import { bestLanguage, isLanguage, LANGUAGE_KEY, type Language } from './languages.ts'

/**
 * Returns the language to start with: the one stored on the device, else the best match for the browser's languages.
 */
export function firstLanguage(): Language {
  try {
    const kept = localStorage.getItem(LANGUAGE_KEY)
    if (isLanguage(kept)) return kept
  } catch {
    // storage is switched off: no stored choice
  }
  return bestLanguage(navigator.languages)
}
