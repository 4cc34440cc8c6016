/** What tests expect of one engine and not of the others, and why; where nothing is named, they expect the same of all. */
import type { EngineName } from '../../scripts/engines/engines.ts'

export type PerEngine<T> = Readonly<Record<EngineName, T>>

/** How far the edge of a letter may lie from where it is at another size, output px. */
export const GLYPH_EDGE_PX: PerEngine<number> = {
  chromium: 1,
  // FreeType pulls tops and feet of letters to whole px there, whatever `textRendering` says, at either size compared.
  firefox: 2,
  webkit: 1,
}

/** Whether colours of a PNG are turned into sRGB where it names their primaries instead of a profile. GTK's decoder reads profiles alone. */
export const MINDS_PRIMARIES: PerEngine<boolean> = { chromium: true, firefox: true, webkit: false }

/** Codes between any photo as it is decoded there and as Chromium decodes it. */
export const DECODED: PerEngine<number> = { chromium: 0, firefox: 1, webkit: 1 }

/** The same for a HEIC with a profile. */
export const DECODED_PROFILED_HEIC: PerEngine<number> = {
  chromium: 0,
  firefox: 1,
  // It becomes a PNG there and a JPEG in Chromium, whose rounding by one code grows on the way from Display P3 to sRGB.
  webkit: 2,
}
