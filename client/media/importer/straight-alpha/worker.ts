/** The worker that decodes one PNG or WebP file to straight, sRGB-encoded RGBA. */
import { convertToSrgb } from './convertToSrgb.ts'
import { decodePng } from './png/decodePng.ts'
import type { StraightPixels } from './straightPixels.ts'

/** The worker's input: a whole file. */
export interface DecodeRequest {
  type: 'png' | 'webp'
  bytes: Uint8Array<ArrayBuffer>
}

/** The worker's answer: the pixels, or the message of the error. */
export type DecodeResponse = StraightPixels | { error: string }

self.onmessage = ({ data }: MessageEvent<DecodeRequest>) => {
  decode(data).then(
    (picture) => self.postMessage(picture satisfies DecodeResponse, { transfer: [picture.rgba.buffer] }),
    (reason: unknown) => self.postMessage({ error: String(reason) } satisfies DecodeResponse),
  )
}

async function decode({ type, bytes }: DecodeRequest): Promise<StraightPixels> {
  const picture = await read(type, bytes)
  if (picture.colourChunks.length > 0) await convertToSrgb(picture, picture.colourChunks, picture.isGrey)
  const { width, height, rgba } = picture
  return { width, height, rgba }
}

async function read(type: DecodeRequest['type'], bytes: Uint8Array<ArrayBuffer>) {
  if (type === 'png') return decodePng(bytes)
  const { decodeWebp } = await import('./decodeWebp.ts') // its decoder is loaded for such a photo alone
  return { ...(await decodeWebp(bytes)), isGrey: false }
}
