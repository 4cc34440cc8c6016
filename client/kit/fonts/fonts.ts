/** The font loader that text layers use. */
import type { FontWeight } from './families.ts'
import { isFontComplete, isFontLoaded, loadFont, retryFont } from './load.ts'

/** Loads fonts for text layers. `family` is a built-in family's name or an imported font's id. */
export interface Fonts {
  /** Returns true if the text can be painted in this family and weight without waiting for `load`. */
  isLoaded(family: string, weight: FontWeight, text: string): boolean
  /** Loads the files for the text. Resolves with false after a failure or an abort. Never rejects. */
  load(family: string, weight: FontWeight, text: string, signal: AbortSignal): Promise<boolean>
  /** Requests the missing files for the text. Requests a failed file at most once every 5 s. */
  retry(family: string, weight: FontWeight, text: string): void
}

/**
 * The fonts of the editor: built-in families from the network, imported fonts from the device. A failed font is
 * requested again when text needs it (at most every 5 s) or the device is online again. Exports use
 * `freezeFailedFonts`.
 */
export const liveFonts: Fonts = { isLoaded: isFontLoaded, load: loadFont, retry: retryFont }

/** The fonts of an export. Text in an imported font also waits for the default family's files. */
const exportFonts: Fonts = { ...liveFonts, isLoaded: isFontComplete }

/**
 * Wraps `fonts` for one export. If the first request for a font fails, its text is painted in the fallback font in the
 * whole export, so that all strips use the same font. After a successful request, the font stays loaded, even if the
 * default family's letters are missing. `retry` does nothing.
 */
export function freezeFailedFonts(fonts: Fonts = exportFonts): Fonts {
  const failed = new Set<string>()
  const ready = new Set<string>()
  const keyOf = (...face: [family: string, weight: FontWeight, text: string]) => JSON.stringify(face)
  return {
    isLoaded: (...face) => !failed.has(keyOf(...face)) && (ready.has(keyOf(...face)) || fonts.isLoaded(...face)),
    async load(family, weight, text, signal) {
      const key = keyOf(family, weight, text)
      if (failed.has(key)) return false
      const loaded = await fonts.load(family, weight, text, signal)
      if (loaded) ready.add(key)
      else if (!signal.aborted) failed.add(key)
      return loaded
    },
    retry: () => {},
  }
}
