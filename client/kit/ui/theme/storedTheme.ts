/**
 * Reads the stored color theme. A separate module, because the script that runs before the first paint must not import
 * React.
 */
import { tryRead } from '../../device-storage/deviceStorage.ts'

export type Theme = 'light' | 'dark'

export const THEME_KEY = 'midground.theme'

export const isTheme = (value: unknown): value is Theme => value === 'light' || value === 'dark'

/** Returns the theme that the user has chosen, or null. Without a choice, tokens.css follows the system. */
export function storedTheme(): Theme | null {
  const kept = tryRead(THEME_KEY)
  return isTheme(kept) ? kept : null
}
