/** What the picker offers and what we take: a file passes by its MIME type or its extension (spec §5). */
const MIME_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif']
const EXTENSIONS = ['.jpg', '.jpeg', '.png', '.webp', '.heic', '.heif']

/** For `<input type="file" accept>`. Extensions too, because some systems give HEIC files no MIME type. */
export const ACCEPT = [...MIME_TYPES, ...EXTENSIONS].join(',')

/** Whether the file claims to be an image that we take. Its bytes decide later what it truly is. */
export function isAccepted(file: { name: string; type: string }): boolean {
  const name = file.name.toLowerCase()
  return MIME_TYPES.includes(file.type.toLowerCase()) || EXTENSIONS.some((extension) => name.endsWith(extension))
}
