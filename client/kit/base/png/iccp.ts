import { chunk } from './chunks.ts'

/** A colour profile as a PNG carries it (PNG spec, 11.3.2.3): a name, the way of packing, the packed profile. */
export async function iccpChunk(profile: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([Uint8Array.from(profile)]).stream().pipeThrough(new CompressionStream('deflate'))
  const data = new Uint8Array(await new Response(packed).arrayBuffer())
  return chunk('iCCP', [...NAME, 0, 0, ...data])
}

const NAME = Array.from('icc', (char) => char.charCodeAt(0))
