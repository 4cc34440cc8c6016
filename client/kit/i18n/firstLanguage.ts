import { bestLanguage, isLanguage, LANGUAGE_KEY, type Language } from './languages.ts'

/** What to begin with: the choice that the device keeps, else the best for the browser's own languages. */
export function firstLanguage(): Language {
  try {
    const kept = localStorage.getItem(LANGUAGE_KEY)
    if (isLanguage(kept)) return kept
  } catch {
    // storage is switched off: nothing was chosen
  }
  return bestLanguage(navigator.languages)
}
