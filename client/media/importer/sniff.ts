/** The image formats that can be imported. */
export type ImageType = 'jpeg' | 'png' | 'webp' | 'heic'

/** Number of bytes that `sniff` needs: enough for a `ftyp` box with a dozen compatible brands. */
export const SNIFF_BYTES = 64

const HEVC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']
/** Containers of any codec (ISO/IEC 23008-12); AVIF files use them as well. */
const GENERIC_BRANDS = ['mif1', 'mif2', 'msf1', 'miaf']

/**
 * Returns the image type that the first bytes of a file show; null for any other content. File names can be wrong, and
 * on some systems browsers leave the MIME type of HEIC files empty.
 */
export function sniff(head: Uint8Array): ImageType | null {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg'
  if (ascii(head, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'webp'
  if (ascii(head, 4, 8) === 'ftyp' && isHevc(brandsOf(head))) return 'heic'
  return null
}

/** Returns the brands of a file that begins with a `ftyp` box: the major brand, then the compatible brands. */
function brandsOf(head: Uint8Array): string[] {
  const size = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0)
  const brands = [ascii(head, 8, 12)]
  for (let at = 16; at + 4 <= Math.min(size, head.length); at += 4) brands.push(ascii(head, at, at + 4))
  return brands
}

function isHevc(brands: string[]): boolean {
  if (brands.some((brand) => HEVC_BRANDS.includes(brand))) return true
  const isAv1 = brands.some((brand) => brand === 'avif' || brand === 'avis')
  return !isAv1 && brands.some((brand) => GENERIC_BRANDS.includes(brand))
}

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
