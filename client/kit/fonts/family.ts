import { FONT_FAMILIES, type FontFamily, type FontWeight } from './families.ts'
import { findOwnFont } from './own/ownFonts.ts'
import { FONTS_REVISION } from './revision.ts'

const byName = new Map(FONT_FAMILIES.map((family) => [family.name, family]))

/** A built-in family, or an imported font, whose CSS family name is its id. */
export type Family = Pick<FontFamily, 'name' | 'id' | 'weights'>

/** Returns the family, or null. `name` is the name of a built-in family or the id of an imported font. */
export function findFamily(name: string): Family | null {
  const own = findOwnFont(name)
  return own ? { name, id: own.id, weights: own.weights } : (byName.get(name) ?? null)
}

/** Returns the weight of the font file that is used for `weight`: 400 if the family has no 700. */
export const availableWeight = (family: Family, weight: FontWeight): FontWeight =>
  family.weights.includes(weight) ? weight : 400

/**
 * Returns the key of a font file. Each key is loaded once. For a built-in family, the key is the file's site-relative
 * URL. The folder name in this URL contains a content hash, so browsers may cache the file forever. For an imported
 * font, the key is the font's id, because its only file is on the device and contains all its weights.
 */
export const fontUrl = (family: Family, weight: FontWeight): string =>
  findOwnFont(family.id) ? family.id : `/fonts/${FONTS_REVISION}/${family.id}-${availableWeight(family, weight)}.woff2`
