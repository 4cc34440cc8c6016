/** Decodes one file off the page's thread. */
import { toSrgb } from './colours.ts'
import { readPng } from './png/readPng.ts'
import type { Straight } from './straight.ts'

export interface DecodeOrder {
  type: 'png' | 'webp'
  bytes: Uint8Array<ArrayBuffer>
}

export type DecodeAnswer = Straight | { error: string }

self.onmessage = ({ data }: MessageEvent<DecodeOrder>) => {
  decode(data).then(
    (picture) => self.postMessage(picture satisfies DecodeAnswer, { transfer: [picture.rgba.buffer] }),
    (reason: unknown) => self.postMessage({ error: String(reason) } satisfies DecodeAnswer),
  )
}

async function decode({ type, bytes }: DecodeOrder): Promise<Straight> {
  const picture = await read(type, bytes)
  if (picture.colours.length > 0) await toSrgb(picture, picture.colours, picture.isGrey)
  const { width, height, rgba } = picture
  return { width, height, rgba }
}

async function read(type: DecodeOrder['type'], bytes: Uint8Array<ArrayBuffer>) {
  if (type === 'png') return readPng(bytes)
  const { readWebp } = await import('./webp.ts') // its decoder is loaded for such a photo alone
  return { ...(await readWebp(bytes)), isGrey: false }
}
