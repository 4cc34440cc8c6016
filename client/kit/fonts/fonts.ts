/** The font loader that text layers use. */
import type { FontWeight } from './families.ts'
import { isFontLoaded, loadFont, retryFont } from './load.ts'

/** Loads fonts for text layers. `family` is a built-in family's name or an imported font's id. */
export interface Fonts {
  /** Returns true if this family and weight can be drawn without loading. */
  isLoaded(family: string, weight: FontWeight): boolean
  load(family: string, weight: FontWeight, signal: AbortSignal): Promise<boolean>
  /** Requests a failed font again, at most once in 5 s. */
  retry(family: string, weight: FontWeight): void
}

/**
 * The fonts of the editor: built-in families from the network, imported fonts from the device. A failed font is
 * requested again when text needs it (at most every 5 s) or the device is online again. Exports use
 * `freezeFailedFonts`.
 */
export const liveFonts: Fonts = { isLoaded: isFontLoaded, load: loadFont, retry: retryFont }

/**
 * Wraps `fonts` for one export. A font whose first request fails stays missing for the whole export, so that all strips
 * use the same font.
 */
export function freezeFailedFonts(fonts: Fonts = liveFonts): Fonts {
  const failed = new Set<string>()
  const keyOf = (family: string, weight: FontWeight) => `${weight} ${family}`
  return {
    isLoaded: (family, weight) => !failed.has(keyOf(family, weight)) && fonts.isLoaded(family, weight),
    async load(family, weight, signal) {
      const key = keyOf(family, weight)
      if (failed.has(key)) return false
      const loaded = await fonts.load(family, weight, signal)
      if (!loaded && !signal.aborted) failed.add(key)
      return loaded
    },
    retry: () => {},
  }
}
