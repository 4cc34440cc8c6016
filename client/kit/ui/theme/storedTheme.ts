/** The theme that the device keeps. Apart from what shows it, for the script that runs before the first paint. */
export type Theme = 'light' | 'dark'

export const THEME_KEY = 'midground.theme'

export const isTheme = (value: unknown): value is Theme => value === 'light' || value === 'dark'

/** Null where none was chosen: the system's own stands, which tokens.css follows by itself. */
export function storedTheme(): Theme | null {
  try {
    const kept = localStorage.getItem(THEME_KEY)
    return isTheme(kept) ? kept : null
  } catch {
    return null // storage is switched off: nothing was chosen
  }
}
