/** The stored theme. A file of its own, because the script before the first paint needs it without React. */
export type Theme = 'light' | 'dark'

export const THEME_KEY = 'midground.theme'

export const isTheme = (value: unknown): value is Theme => value === 'light' || value === 'dark'

/** Null when none was chosen; then tokens.css follows the system by itself. */
export function storedTheme(): Theme | null {
  try {
    const kept = localStorage.getItem(THEME_KEY)
    return isTheme(kept) ? kept : null
  } catch {
    return null // storage is switched off: nothing was chosen
  }
}
