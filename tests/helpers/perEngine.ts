/** Expectations that hold in one engine only, with reasons. An engine that is not named has the common expectation. */
import type { EngineName } from '../../scripts/engines/engines.ts'

export type PerEngine<T> = Readonly<Record<EngineName, T>>

/** Largest shift of a letter's edge against its position at another size, output px. */
export const GLYPH_EDGE_PX: PerEngine<number> = {
  chromium: 1,
  // FreeType hints the top and bottom of letters to whole px, whatever `textRendering` says, at both sizes.
  firefox: 2,
  webkit: 1,
}

/**
 * Whether a PNG that names its primaries instead of a profile is converted to sRGB. GTK's decoder reads profiles only.
 */
export const MINDS_PRIMARIES: PerEngine<boolean> = { chromium: true, firefox: true, webkit: false }

/** Largest difference of a decoded photo to Chromium's decoding, levels. */
export const DECODED: PerEngine<number> = { chromium: 0, firefox: 1, webkit: 1 }

/** The same for a HEIC with a profile. */
export const DECODED_PROFILED_HEIC: PerEngine<number> = {
  chromium: 0,
  firefox: 1,
  // It is converted to PNG here and to JPEG in Chromium; a rounding error of one level grows from Display P3 to sRGB.
  webkit: 2,
}
