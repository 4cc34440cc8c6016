/** Maximum length in bytes. File systems allow 255, and a time, a number and the extension are added. */
const STEM_BYTES = 200

/** Names of devices. Windows reserves them in every folder, with any extension. */
const DEVICE = /^(con|prn|aux|nul|(com|lpt)[\d¹²³])(?=\s*(\.|$))/i

/**
 * Returns the text as a file name without extension that every file system accepts: at most 200 bytes of UTF-8, without
 * separators, reserved characters, leading dots and invisible characters (except joiners). An underscore follows the
 * name of a device. The result may be empty.
 */
export const safeStem = (name: string): string =>
  shortened(
    name
      .replace(/[/\\:*?"<>|~\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu, '_')
      .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
      .replace(/^[.\s]+|[.\s]+$/g, ''),
  )
    .replace(/[.\s]+$/, '')
    .replace(DEVICE, '$&_')

/** Returns a file name without its last dot and the part after it. */
export const withoutExtension = (name: string): string => name.replace(/\.[^.]*$/, '')

function shortened(name: string): string {
  const utf8 = new TextEncoder()
  let bytes = 0
  let end = 0
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    bytes += utf8.encode(segment).length
    if (bytes > STEM_BYTES) break
    end += segment.length
  }
  return name.slice(0, end)
}
