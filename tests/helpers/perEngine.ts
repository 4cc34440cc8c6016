/** Expectations that differ between engines, with reasons. An engine without an entry has the common expectation. */
import type { EngineName } from '../../scripts/engines/engines.ts'

export type PerEngine<T> = Readonly<Record<EngineName, T>>

/** True if a PNG with primaries instead of a profile is converted to sRGB. GTK's decoder reads only profiles. */
export const MINDS_PRIMARIES: PerEngine<boolean> = { chromium: true, firefox: true, webkit: false }

/** Maximum difference of a decoded photo from Chromium's, in 8-bit levels. */
export const DECODED: PerEngine<number> = { chromium: 0, firefox: 1, webkit: 1 }

/** Maximum difference from Chromium's pixels for a HEIC with a profile, in 8-bit levels. */
export const DECODED_PROFILED_HEIC: PerEngine<number> = {
  chromium: 0,
  firefox: 1,
  // WebKit converts the HEIC to PNG and Chromium to JPEG. A rounding error of one level grows from Display P3 to sRGB.
  webkit: 2,
}
