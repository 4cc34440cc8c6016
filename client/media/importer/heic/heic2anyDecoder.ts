/** Decodes plain HEIC images with heic2any in the sandbox, if libheif doesn't start. */
import type { HeicDecoder } from '../importer.ts'
import { encodedType, withProfile } from './encodedPicture.ts'
import { decodeWithRetry } from './sandbox.ts'

/**
 * The library heic2any, which contains libheif of 2020. This version decodes 10-bit files to noise, drops transparency
 * and returns the file's first image. The decoder therefore rejects all files that aren't plain (`isPlain`).
 */
export const heic2anyDecoder: HeicDecoder = {
  name: 'heic2any',
  async decode(blob, signal, meta) {
    if (!meta?.isPlain) throw new Error('heic2any reads only plain files of 8 bits')
    const { default: source } = await import('heic2any/dist/heic2any.js?raw') // a UMD module that exports one function
    const type = await encodedType(false)
    signal.throwIfAborted()
    const decoder = meta.isFullRange ? patchHeic2any(source) : source
    return withProfile(
      await decodeWithRetry({ decoder, bytes: await blob.arrayBuffer(), type, quality: 1 }, signal),
      meta,
    )
  },
}

/**
 * Pairs of the library's formula and the formula for full range (ITU-T T.871, 7). `A` is luma, `r` is Cr, `e` is Cb.
 */
const PATCHES = [
  ['A=1.164*(k[t+f]-16)', 'A=k[t+f]'],
  [
    '=A+1.596*r,v[1+(c<<2)]=A-.813*r-.391*e,v[2+(c<<2)]=A+2.018*e',
    '=A+1.402*r,v[1+(c<<2)]=A-.714136*r-.344136*e,v[2+(c<<2)]=A+1.772*e',
  ],
] as const

/**
 * Returns the script of heic2any 0.0.4 with the color formula for full range. The library treats every image as limited
 * range (16..235), but phones write full range. Without the patch, contrast rises by a sixth and values above 235
 * become white. The patch replaces the formula in the script's text.
 * @throws if `source` is a different version of the library
 */
export function patchHeic2any(source: string): string {
  return PATCHES.reduce((text, [wrong, right]) => {
    if (!text.includes(wrong)) throw new Error('the patches do not fit this version of heic2any')
    return text.replaceAll(wrong, right)
  }, source)
}
