/** Font loading as text layers use it. */
import { err, type Result } from '../base/result.ts'
import type { FontWeight } from './families.ts'
import { type FontError, isFontLoaded, type LoadedFont, loadFont, retryFont } from './load.ts'

/** Loads fonts for text layers. `family`: a built-in family's name, or the id of an imported font. */
export interface Fonts {
  /** Returns true when text can be drawn in this family and weight without waiting. */
  isLoaded(family: string, weight: FontWeight): boolean
  load(family: string, weight: FontWeight, signal: AbortSignal): Promise<Result<LoadedFont, FontError>>
  /** Requests a failed font again, at most every 5 s. */
  retry(family: string, weight: FontWeight): void
}

/**
 * The fonts that the editor on screen uses: built-in families are loaded over the network, imported ones from the device. A
 * failed one is requested again when text needs it, at most every 5 s, and when the network returns. An
 * export uses `freezeFailedFonts` instead.
 */
export const liveFonts: Fonts = { isLoaded: isFontLoaded, load: loadFont, retry: retryFont }

/**
 * Wraps `fonts` for one export: a font that fails at its first request counts as missing from then on, so that all
 * strips of the export use the same font even if the font arrives while they are painted.
 */
export function freezeFailedFonts(fonts: Fonts = liveFonts): Fonts {
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
