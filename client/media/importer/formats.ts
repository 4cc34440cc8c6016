/** The accepted image types: a file is accepted by its MIME type or by its extension (spec §5). */
const MIME_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif']
const EXTENSIONS = ['.jpg', '.jpeg', '.png', '.webp', '.heic', '.heif']

/** Value of `<input type="file" accept>`. Contains extensions because some systems give HEIC files no MIME type. */
export const ACCEPT = [...MIME_TYPES, ...EXTENSIONS].join(',')

/** Returns true when the file's name or MIME type is that of an accepted image. `sniff` checks the content later. */
export function isAccepted(file: { name: string; type: string }): boolean {
  const name = file.name.toLowerCase()
  return MIME_TYPES.includes(file.type.toLowerCase()) || EXTENSIONS.some((extension) => name.endsWith(extension))
}
