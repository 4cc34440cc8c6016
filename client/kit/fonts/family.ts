/** A family by its name, and the file that is drawn. */

import { FONT_FAMILIES, type FontFamily, type FontWeight } from './families.ts'
import { findOwnFont } from './own/ownFonts.ts'
import { FONTS_REVISION } from './revision.ts'

const byName = new Map(FONT_FAMILIES.map((family) => [family.name, family]))

/** One of ours, or of the user's own, whose name in CSS is its id. */
export type Family = Pick<FontFamily, 'name' | 'id' | 'weights'>

export function findFamily(name: string): Family | null {
  const own = findOwnFont(name)
  return own ? { name, id: own.id, weights: own.weights } : (byName.get(name) ?? null)
}

/** The weight whose file is drawn when `weight` is asked for. */
export const drawnWeight = (family: Family, weight: FontWeight): FontWeight =>
  family.weights.includes(weight) ? weight : 400

/** Cacheable for ever: the folder's name changes with its content. A font of the user's own has one file for all. */
export const fontUrl = (family: Family, weight: FontWeight): string =>
  findOwnFont(family.id) ? family.id : `/fonts/${FONTS_REVISION}/${family.id}-${drawnWeight(family, weight)}.woff2`
