/**
 * Returns the name of an exported file (spec §9): the original's stem, the time in seconds and the extension, for
 * example `photo_1795132800.png` for `photo.jpg`. `now`: Unix time, ms. `extension`: without its dot.
 */
export function exportFileName(original: string | null, brand: string, now: number, extension: string): string {
  return `${fileStem(original, brand)}_${Math.floor(now / 1000)}.${extension}`
}

/**
 * Returns the part of a file name before its last dot, without path separators and control characters. Returns the
 * brand in lower case when no character is left.
 */
export const fileStem = (original: string | null, brand: string): string =>
  sanitized(original?.replace(/\.[^.]*$/, '') ?? '') || sanitized(brand.toLowerCase())

const sanitized = (name: string) => name.replace(/[/\\\p{Cc}]/gu, '')
