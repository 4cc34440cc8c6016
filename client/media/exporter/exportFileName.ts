/**
 * `photo.jpg` → `photo_1795132800.png` (spec §9): the original's stem, the time in seconds and the extension. `now` in
 * ms; `extension` without its dot.
 */
export function exportFileName(original: string | null, brand: string, now: number, extension: string): string {
  return `${fileStem(original, brand)}_${Math.floor(now / 1000)}.${extension}`
}

/**
 * The part of a file name before its last dot, without path separators and control characters; the brand in lower case
 * where nothing is left.
 */
export const fileStem = (original: string | null, brand: string): string =>
  sanitized(original?.replace(/\.[^.]*$/, '') ?? '') || sanitized(brand.toLowerCase())

const sanitized = (name: string) => name.replace(/[/\\\p{Cc}]/gu, '')
