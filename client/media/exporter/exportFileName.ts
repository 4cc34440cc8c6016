import { safeStem } from '#server/contract/safeStem.ts'

/**
 * Returns the name of an exported file: the original's stem, the time in seconds and the extension, for example
 * `photo_1795132800.png` for `photo.jpg`. `now`: Unix time, ms. `extension`: without its dot.
 */
export function exportFileName(original: string | null, brand: string, now: number, extension: string): string {
  return stamped(fileStem(original, brand), now, extension)
}

/**
 * Returns the same name for a file in a folder or ZIP, which no browser renames. Characters that file systems refuse
 * are replaced, and a long stem is cut.
 */
export function safeExportFileName(original: string | null, brand: string, now: number, extension: string): string {
  return stamped(safeStem(fileStem(original, brand)) || fileStem(null, brand), now, extension)
}

const stamped = (stem: string, now: number, extension: string) => `${stem}_${Math.floor(now / 1000)}.${extension}`

/**
 * Returns the part of a file name before its last dot, without path separators and control characters. Returns the
 * brand in lower case when no character is left.
 */
export const fileStem = (original: string | null, brand: string): string =>
  sanitized(original?.replace(/\.[^.]*$/, '') ?? '') || sanitized(brand.toLowerCase())

const sanitized = (name: string) => name.replace(/[/\\\p{Cc}]/gu, '')
