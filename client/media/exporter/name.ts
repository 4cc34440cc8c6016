/**
 * `photo.jpg` → `photo_1795132800.png` (spec §9): what stands before the last dot, without what a path or a terminal
 * would read as an order; the product's own name when nothing is left. `now` in ms; `extension` without its dot.
 */
export function exportName(original: string | null, brand: string, now: number, extension = 'png'): string {
  return `${stemOf(original, brand)}_${Math.floor(now / 1000)}.${extension}`
}

/** A file's name without its extension, for the name of another file. */
export const stemOf = (original: string | null, brand: string): string =>
  harmless(original?.replace(/\.[^.]*$/, '') ?? '') || harmless(brand.toLowerCase())

const harmless = (name: string) => name.replace(/[/\\\p{Cc}]/gu, '')
