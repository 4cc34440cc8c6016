/** A WebP → its pixels, by libwebp itself: neither canvas nor engine multiplies anything in. */

import binary from '@jsquash/webp/codec/dec/webp_dec.wasm?url'
import decode, { init } from '@jsquash/webp/decode.js'
import { chunk } from '#client/base/png/chunks.ts'
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

/** RFC 9649, 2.7.1.4, as the iCCP chunk of a PNG: a name, the way of packing, the packed profile. */
async function profileOf(file: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>[]> {
  const { view, fourCc } = viewBytes(file)
  for (let at = 12; at + 8 <= file.length; ) {
    const size = view.getUint32(at + 4, true)
    if (fourCc(at) === 'ICCP') {
      const profile = new Blob([file.subarray(at + 8, at + 8 + size)])
      const packed = profile.stream().pipeThrough(new CompressionStream('deflate'))
      const data = new Uint8Array(await new Response(packed).arrayBuffer())
      return [chunk('iCCP', [...latin('icc'), 0, 0, ...data])]
    }
    at += 8 + size + (size & 1)
  }
  return []
}

const latin = (text: string) => Array.from(text, (char) => char.charCodeAt(0))
