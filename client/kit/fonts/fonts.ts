/** The fonts as whoever paints text sees them. */
import { err, type Result } from '../base/result.ts'
import type { FontWeight } from './families.ts'
import { type FontError, isFontLoaded, type LoadedFont, loadFont, retryFont } from './load.ts'

export interface Fonts {
  /** It can be drawn without waiting. */
  isLoaded(family: string, weight: FontWeight): boolean
  load(family: string, weight: FontWeight, signal: AbortSignal): Promise<Result<LoadedFont, FontError>>
  /** Ask again, by and by, for what has failed. */
  retry(family: string, weight: FontWeight): void
}

export const liveFonts: Fonts = { isLoaded: isFontLoaded, load: loadFont, retry: retryFont }

/**
 * What did not come when it was first asked for stays away: the strips of one picture are all in the same font, whatever
 * comes while they are painted.
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
