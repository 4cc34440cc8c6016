import { CAGE_PATH } from '#server/contract/cage.ts'
import type { HeicDecoder } from './decoder.ts'
import { readMeta } from './meta.ts'
import { withProfile } from './profile.ts'
import type { CageAnswer, CagedDecoder, CageOrder } from './protocol.ts'

/** heic2any never settles when something it needs is missing. Seen: up to 4 s for 12 MP on two slow cores. */
const TIMEOUT_MS = 30_000

/** A decoder that runs in a document of its own, which ends with it, threads included. */
export const cagedDecoder = (decoder: CagedDecoder, timeoutMs = TIMEOUT_MS): HeicDecoder => ({
  name: decoder,
  async decode(blob, signal) {
    const meta = readMeta(new Uint8Array(await blob.arrayBuffer()))
    signal.throwIfAborted()
    const hasAlpha = meta?.hasAlpha ?? false
    if (hasAlpha && decoder === 'heic2any') throw new Error('heic2any drops transparency')
    const type = hasAlpha ? 'image/png' : 'image/jpeg'
    const order: CageOrder = { decoder, blob, type, isFullRange: meta?.isFullRange ?? true }
    const picture = await askCage(order, signal, timeoutMs)
    return type === 'image/jpeg' && meta?.profile ? withProfile(picture, meta.profile) : picture
  },
})

function askCage(order: CageOrder, signal: AbortSignal, timeoutMs: number): Promise<Blob> {
  const cage = document.createElement('iframe')
  const { port1, port2 } = new MessageChannel()
  const ends = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  return new Promise<Blob>((resolve, reject) => {
    ends.addEventListener('abort', () => reject(ends.reason))
    port1.onmessage = ({ data }: MessageEvent<CageAnswer>) =>
      'picture' in data ? resolve(data.picture) : reject(new Error(data.error))
    cage.onload = () => cage.contentWindow?.postMessage(order, location.origin, [port2])
    cage.hidden = true
    cage.src = CAGE_PATH
    document.body.append(cage)
  }).finally(() => {
    port1.close()
    cage.remove()
  })
}
