import { textOf, viewOf } from '#client/kit/bytes/bytes.ts'
import { t } from '#client/kit/i18n/translate.ts'

/** The image formats that can be imported. */
export type ImageType = 'jpeg' | 'png' | 'webp' | 'heic'
/** The formats that every browser decodes. */
export type PlainType = Exclude<ImageType, 'heic'>

/** Number of bytes that `sniff` reads. These bytes contain a `ftyp` box with up to twelve compatible brands. */
const SNIFF_BYTES = 64

const HEVC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']
/**
 * Brands of HEIF files with any codec (ISO/IEC 23008-12). AVIF files also have these brands, so they don't prove that a
 * file is HEIC.
 */
const GENERIC_BRANDS = ['mif1', 'mif2', 'msf1', 'miaf']

/**
 * Returns the image type from the first bytes of a file, or null for other content. Ignores name and MIME type: names
 * can be wrong, and some systems have no MIME type for HEIC files.
 */
export function sniff(file: Uint8Array): ImageType | null {
  const head = file.subarray(0, SNIFF_BYTES)
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg'
  if (ascii(head, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'webp'
  if (ascii(head, 4, 8) === 'ftyp' && isHevc(brandsOf(head))) return 'heic'
  return null
}

/** Returns the brands of a file that begins with a `ftyp` box: the major brand, then the compatible brands. */
function brandsOf(head: Uint8Array): string[] {
  const size = viewOf(head).getUint32(0)
  const brands = [ascii(head, 8, 12)]
  for (let at = 16; at + 4 <= Math.min(size, head.length); at += 4) brands.push(ascii(head, at, at + 4))
  return brands
}

function isHevc(brands: string[]): boolean {
  if (brands.some((brand) => HEVC_BRANDS.includes(brand))) return true
  const isAv1 = brands.some((brand) => brand === 'avif' || brand === 'avis')
  return !isAv1 && brands.some((brand) => GENERIC_BRANDS.includes(brand))
}

const ascii = (bytes: Uint8Array, from: number, to: number) => textOf(bytes.subarray(from, to))

export const MIME = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', heic: 'image/heic' } as const

/**
 * Returns a file with the MIME type of its content. A photo without a file extension is then accepted. The type is ''
 * if the content cannot be imported.
 */
export async function typedFile(content: Blob, name: string): Promise<File> {
  const type = sniff(new Uint8Array(await content.slice(0, SNIFF_BYTES).arrayBuffer()))
  return new File([content], name, { type: type ? MIME[type] : '' })
}

/** MIME types of accepted images. A file is accepted by its MIME type or by its extension. */
const MIME_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif']
/**
 * Extensions of accepted images. Cameras write HEIF as .hif, and Windows saves JPEG as .jfif. Systems often have no
 * MIME type for these files.
 */
const EXTENSIONS = ['.jpg', '.jpeg', '.jfif', '.png', '.webp', '.heic', '.heif', '.hif']

/** The English alert for a file of an unsupported type (spec §5). Translated when shown. */
export const UNSUPPORTED_TYPE = 'Please upload a valid image file (JPG, PNG, WEBP, HEIC, or HEIF)'

/**
 * Returns the second paragraph of the alert UNSUPPORTED_TYPE, in the interface language: the cause and the next step.
 */
export const anotherFormat = (name: string): string =>
  t('“{name}” isn’t in one of these formats. Save it as JPG or PNG, then choose the new file.', { name })

/** Returns true if the file's name or MIME type is that of an accepted image. `sniff` checks the content later. */
export function isAccepted(file: { name: string; type: string }): boolean {
  const name = file.name.toLowerCase()
  return MIME_TYPES.includes(file.type.toLowerCase()) || EXTENSIONS.some((extension) => name.endsWith(extension))
}
