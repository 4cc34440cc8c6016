import { containsSome, subsetsFor, unicodeRange } from './coverage.ts'
import { DEFAULT_FAMILY, FONT_FAMILIES, type FontFamily, type FontWeight } from './families.ts'
import { findOwnFont } from './own/ownFonts.ts'
import { FONTS_REVISION } from './revision.ts'

const byName = new Map(FONT_FAMILIES.map((family) => [family.name, family]))

/** A built-in family, or an imported font. The CSS family name of an imported font is its id. */
export type Family = Pick<FontFamily, 'name' | 'id' | 'weights'>

/** Returns the family, or null if it is unknown. `name`: name of a built-in family, or id of an imported font. */
export function findFamily(name: string): Family | null {
  const own = findOwnFont(name)
  return own ? { name, id: own.id, weights: own.weights } : (byName.get(name) ?? null)
}

/** Returns the weight of the font file that is used for `weight`: 400 if the family has no 700. */
export const availableWeight = (family: Family, weight: FontWeight): FontWeight =>
  family.weights.includes(weight) ? weight : 400

/**
 * Returns the site-relative URL of a built-in family's file. `subset`: the characters in the file. The folder name in
 * this URL contains a content hash, so browsers may cache the file forever.
 */
export const fontUrl = (family: Family, weight: FontWeight, subset = 'latin'): string =>
  `/fonts/${FONTS_REVISION}/${family.id}${subset === 'latin' ? '' : `-${subset}`}-${availableWeight(family, weight)}.woff2`

/** A font file to load. */
export interface FontFile {
  /** The file's URL, or the id of an imported font, whose only file is on the device. Each key is loaded once. */
  key: string
  family: Family
  /** CSS `font-weight` and `unicode-range` of the face. */
  weight: string
  range: string
  /** True for a file of the default family that may have letters that an imported font lacks. */
  isSpare?: true
}

/**
 * Returns the files that are needed to draw `text`: the family's subsets that contain the letters, and the default
 * family's subsets for letters that the family may lack. The letters of an imported font are unknown. Returns null if
 * the family is unknown.
 */
export function filesFor(name: string, weight: FontWeight, text: string): FontFile[] | null {
  const family = findFamily(name)
  if (!family) return null
  if (findOwnFont(family.id)) {
    const own = { key: family.id, family, weight: family.weights.join(' '), range: 'U+0-10ffff' }
    const spare = filesFor(DEFAULT_FAMILY, weight, text) ?? []
    return [own, ...spare.map((file) => ({ ...file, isSpare: true as const }))]
  }
  const { subsets, rest } = subsetsFor(family.id, text)
  const files = subsets.map((subset) => ({
    key: fontUrl(family, weight, subset.name),
    family,
    weight: String(availableWeight(family, weight)),
    range: unicodeRange(family.id, subset),
  }))
  if (name === DEFAULT_FAMILY || !containsSome(DEFAULT_ID, rest)) return files
  return [...files, ...(filesFor(DEFAULT_FAMILY, weight, rest) ?? [])]
}

const DEFAULT_ID = byName.get(DEFAULT_FAMILY)?.id ?? ''
