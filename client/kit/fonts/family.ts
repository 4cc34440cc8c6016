import { FONT_FAMILIES, type FontFamily, type FontWeight } from './families.ts'
import { findOwnFont } from './own/ownFonts.ts'
import { FONTS_REVISION } from './revision.ts'

const byName = new Map(FONT_FAMILIES.map((family) => [family.name, family]))

/** A built-in family, or a font of the user's own, whose CSS family name is its id. */
export type Family = Pick<FontFamily, 'name' | 'id' | 'weights'>

/**
 * Returns the family with this name; `name` is a built-in family's name or the id of the user's own font. Null when
 * there is none.
 */
export function findFamily(name: string): Family | null {
  const own = findOwnFont(name)
  return own ? { name, id: own.id, weights: own.weights } : (byName.get(name) ?? null)
}

/** Returns the weight of the file that is used for `weight`: 400 where the family has no 700. */
export const availableWeight = (family: Family, weight: FontWeight): FontWeight =>
  family.weights.includes(weight) ? weight : 400

/**
 * Returns the key of a font file, which is loaded once per key. For a built-in family it is the file's URL,
 * relative to the site, with a content hash in the folder's name, so that the file can be cached for ever. For an imported
 * font it is the font's id and no URL: its one file is on the device and has all of its weights.
 */
export const fontUrl = (family: Family, weight: FontWeight): string =>
  findOwnFont(family.id) ? family.id : `/fonts/${FONTS_REVISION}/${family.id}-${availableWeight(family, weight)}.woff2`
