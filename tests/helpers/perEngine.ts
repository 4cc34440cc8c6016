/** Expected values that differ between browser engines. An engine without an entry has the common value. */
import type { EngineName } from '../../e2e/engines/runner/engines.ts'

export type PerEngine<T> = Readonly<Record<EngineName, T>>

/** Whether the engine converts a PNG with primaries but no profile to sRGB. GTK's decoder reads only profiles. */
export const MINDS_PRIMARIES: PerEngine<boolean> = { chromium: true, firefox: true, webkit: false }

/** Maximum difference of a decoded photo from Chromium's, in 8-bit levels. */
export const DECODED: PerEngine<number> = { chromium: 0, firefox: 1, webkit: 1 }

/** Maximum difference from Chromium's pixels for a HEIC with a profile, in 8-bit levels. */
export const DECODED_PROFILED_HEIC: PerEngine<number> = {
  chromium: 0,
  firefox: 1,
  // Converting Display P3 to sRGB can enlarge a difference of one level. WebKit converts the HEIC to PNG, Chromium to
  // JPEG.
  webkit: 2,
}
