import { safeStem, withoutExtension } from '#server/contract/tables/safeStem.ts'

/**
 * Returns the name of an exported file: the original's stem, the Unix time in seconds and the extension, such as
 * `photo_1795132800.png` for `photo.jpg`. `now`: Unix time, ms. `extension`: without the dot.
 */
export function exportFileName(original: string | null, brand: string, now: number, extension: string): string {
  return stamped(fileStem(original, brand), now, extension)
}

/**
 * Returns the name from `exportFileName`, made valid for a file in a folder or ZIP. Browsers don't rename such files.
 * Replaces characters that file systems reject, and cuts a long stem.
 */
export function safeExportFileName(original: string | null, brand: string, now: number, extension: string): string {
  return stamped(safeStem(fileStem(original, brand)) || fileStem(null, brand), now, extension)
}

const stamped = (stem: string, now: number, extension: string) => `${stem}_${Math.floor(now / 1000)}.${extension}`

/**
 * Returns the part of a file name before its last dot, without path separators and control characters. Returns the
 * brand in lower case if nothing is left.
 */
export const fileStem = (original: string | null, brand: string): string =>
  typedStem(withoutExtension(original ?? ''), brand)

/**
 * Returns a name that the user has typed, without path separators and control characters. A dot in the name doesn't
 * start an extension. Returns the brand in lower case if nothing is left.
 */
export const typedStem = (name: string, brand: string): string => sanitized(name) || sanitized(brand.toLowerCase())

const sanitized = (name: string) => name.replace(/[/\\\p{Cc}]/gu, '')
