/** A WebP → its pixels, by libwebp itself: neither canvas nor engine multiplies anything in. */

import binary from '@jsquash/webp/codec/dec/webp_dec.wasm?url'
import decode, { init } from '@jsquash/webp/decode.js'
import { iccpChunk } from '#client/kit/base/png/iccp.ts'
import { viewBytes } from '../byteView.ts'
import type { Straight } from './straight.ts'

export interface ReadWebp extends Straight {
  /** As a PNG says it; none where the colours are sRGB. */
  colours: Uint8Array<ArrayBuffer>[]
}

/** Of an animation the first frame cannot be read. Throws then, and where the file is damaged. */
export async function readWebp(file: Uint8Array<ArrayBuffer>): Promise<ReadWebp> {
  await init({ locateFile: () => binary })
  const { width, height, data } = await decode(file.buffer)
  return { width, height, rgba: data as Uint8ClampedArray<ArrayBuffer>, colours: await profileOf(file) }
}

/** RFC 9649, 2.7.1.4. */
async function profileOf(file: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>[]> {
  const { view, fourCc } = viewBytes(file)
  for (let at = 12; at + 8 <= file.length; ) {
    const size = view.getUint32(at + 4, true)
    if (fourCc(at) === 'ICCP') return [await iccpChunk(file.subarray(at + 8, at + 8 + size))]
    at += 8 + size + (size & 1)
  }
  return []
}
