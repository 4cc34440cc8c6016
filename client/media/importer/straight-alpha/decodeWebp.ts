/** Decodes a WebP with libwebp (WebAssembly), which does not premultiply alpha. */

import binary from '@jsquash/webp/codec/dec/webp_dec.wasm?url'
import decode, { init } from '@jsquash/webp/decode.js'
import { iccpChunk } from '#client/kit/base/png/chunks.ts'
import type { StraightPixels } from '../../file/applyOrientation.ts'
import { dataOf, partsOf } from '../../file/fileParts.ts'

/** The pixels of a WebP without colour conversion, and their colour space. */
export interface DecodedWebp extends StraightPixels {
  /** The colour space as PNG chunks; empty = sRGB. */
  colourChunks: Uint8Array<ArrayBuffer>[]
}

/**
 * Decodes a WebP without colour conversion and EXIF orientation, with straight alpha.
 * @throws for damaged files, and for animations, which libwebp's simple API cannot read
 */
export async function decodeWebp(file: Uint8Array<ArrayBuffer>): Promise<DecodedWebp> {
  await init({ locateFile: () => binary })
  const { width, height, data } = await decode(file.buffer)
  return { width, height, rgba: data as Uint8ClampedArray<ArrayBuffer>, colourChunks: await profileOf(file) }
}

/** Returns the file's ICC profile as an iCCP chunk of a PNG (RFC 9649, 2.7.1.4). Empty = the file has no profile. */
async function profileOf(file: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>[]> {
  const profile = dataOf(partsOf('webp', file), file, 'ICCP')
  return profile ? [await iccpChunk(profile)] : []
}
