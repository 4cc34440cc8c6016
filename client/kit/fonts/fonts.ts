/** The fonts as whoever paints text sees them. */
import { err, type Result } from '../base/result.ts'
import type { FontWeight } from './families.ts'
import { type FontError, isFontLoaded, type LoadedFont, loadFont, retryFont } from './load.ts'

export interface Fonts {
  /** Whether text can be drawn in it without waiting. */
  isLoaded(family: string, weight: FontWeight): boolean
  load(family: string, weight: FontWeight, signal: AbortSignal): Promise<Result<LoadedFont, FontError>>
  /** Retries failed requests after a pause. */
  retry(family: string, weight: FontWeight): void
}

export const liveFonts: Fonts = { isLoaded: isFontLoaded, load: loadFont, retry: retryFont }

/**
 * A font that was missing when it was first requested stays missing: all strips of one export use the same font, even if
 * a font arrives while they are painted.
 */
export function settledFonts(fonts: Fonts = liveFonts): Fonts {
  const failed = new Set<string>()
  const keyOf = (family: string, weight: FontWeight) => `${weight} ${family}`
  return {
    isLoaded: (family, weight) => !failed.has(keyOf(family, weight)) && fonts.isLoaded(family, weight),
    async load(family, weight, signal) {
      const key = keyOf(family, weight)
      if (failed.has(key)) return err('font-failed')
      const loaded = await fonts.load(family, weight, signal)
      if (!loaded.ok && loaded.error === 'font-failed') failed.add(key)
      return loaded
    },
    retry: () => {},
  }
}
