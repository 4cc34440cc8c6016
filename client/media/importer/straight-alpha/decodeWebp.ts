/** Decodes a WebP with libwebp (WebAssembly). Unlike some browsers, libwebp does not premultiply alpha. */

import binary from '@jsquash/webp/codec/dec/webp_dec.wasm?url'
import decode, { init } from '@jsquash/webp/decode.js'
import { iccpChunk } from '#client/kit/pixels/png/chunks.ts'
import { dataOf, partsOf } from '../../file/fileParts.ts'
import type { DecodedFile } from './png/decodePng.ts'

/**
 * Decodes a WebP to straight alpha. Applies neither color conversion nor EXIF orientation.
 * @throws if the file is damaged or is an animation, which libwebp's simple API can't read
 */
export async function decodeWebp(file: Uint8Array<ArrayBuffer>): Promise<DecodedFile> {
  await init({ locateFile: () => binary })
  const { width, height, data } = await decode(file.buffer)
  const profile = dataOf(partsOf('webp', file), file, 'ICCP')
  const colorChunks = profile ? [await iccpChunk(profile)] : []
  return { width, height, rgba: data as Uint8ClampedArray<ArrayBuffer>, isGray: false, colorChunks }
}
