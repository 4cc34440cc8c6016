import { chunk } from './chunks.ts'

/** Returns an iCCP chunk (PNG spec, 11.3.2.3) with the ICC profile, which this function compresses. */
export async function iccpChunk(profile: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([Uint8Array.from(profile)]).stream().pipeThrough(new CompressionStream('deflate'))
  const data = new Uint8Array(await new Response(packed).arrayBuffer())
  return chunk('iCCP', [...NAME, 0, 0, ...data])
}

const NAME = Array.from('icc', (char) => char.charCodeAt(0))
