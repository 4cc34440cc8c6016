import { chunk } from './chunks.ts'

/** The iCCP chunk (PNG spec, 11.3.2.3): profile name, compression method, compressed ICC profile. */
export async function iccpChunk(profile: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([Uint8Array.from(profile)]).stream().pipeThrough(new CompressionStream('deflate'))
  const data = new Uint8Array(await new Response(packed).arrayBuffer())
  return chunk('iCCP', [...NAME, 0, 0, ...data])
}

const NAME = Array.from('icc', (char) => char.charCodeAt(0))
