import { CAGE_PATH, CAGE_SANDBOX, type CageAnswer, type CageOrder } from '#server/contract/cage.ts'
import { buildRevision } from '../../../kit/base/buildRevision.ts'
import type { HeicDecoder } from './decoder.ts'
import { jpegKeepsColours } from './jpeg.ts'
import { type CagedDecoder, libraryOf } from './libraries.ts'
import { readMeta } from './meta.ts'
import { withProfile } from './profile.ts'

/** heic2any never settles when something it needs is missing. Seen: up to 4 s for 12 MP on two slow cores. */
const TIMEOUT_MS = 30_000
/** The highest: below it Chromium halves the colours, and edges between two of them would run. */
const JPEG_QUALITY = 1

/** A decoder that runs in a document of its own, which ends with it, threads included. */
export const cagedDecoder = (decoder: CagedDecoder, timeoutMs = TIMEOUT_MS): HeicDecoder => ({
  name: decoder,
  async decode(blob, signal) {
    const meta = readMeta(new Uint8Array(await blob.arrayBuffer()))
    signal.throwIfAborted()
    const hasAlpha = meta?.hasAlpha ?? false
    if (hasAlpha && decoder === 'heic2any') throw new Error('heic2any drops transparency')
    const type = hasAlpha || !(await jpegKeepsColours()) ? 'image/png' : 'image/jpeg'
    const source = await libraryOf(decoder, meta?.isFullRange ?? true)
    signal.throwIfAborted()
    const picture = await askCage({ decoder: source, blob, type, quality: JPEG_QUALITY }, signal, timeoutMs)
    return meta?.profile ? withProfile(picture, meta.profile) : picture
  },
})

/** What the decoder's script makes of the photo; rejects with what it says, on abort, or when the time is over. */
export function askCage(order: CageOrder, signal: AbortSignal, timeoutMs: number): Promise<Blob> {
  const cage = document.createElement('iframe')
  const { port1, port2 } = new MessageChannel()
  const ends = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  return new Promise<Blob>((resolve, reject) => {
    ends.addEventListener('abort', () => reject(ends.reason))
    port1.onmessage = ({ data }: MessageEvent<CageAnswer>) =>
      'picture' in data && data.picture instanceof Blob
        ? resolve(data.picture)
        : reject(new Error('error' in data ? String(data.error) : 'the decoder gave no picture'))
    // an opaque origin cannot be named; what is sent is the user's own photo and a public script
    cage.addEventListener('load', () => cage.contentWindow?.postMessage(order, '*', [port2]), { once: true })
    cage.setAttribute('sandbox', CAGE_SANDBOX)
    cage.hidden = true
    cage.src = `${CAGE_PATH}?${buildRevision() ?? ''}` // the browser's own cache has it without a network: no service worker may
    document.body.append(cage)
  }).finally(() => {
    port1.close()
    cage.remove()
  })
}
