/**
 * Decodes a PNG or WebP in a worker with decoders of our own: for engines that premultiply bitmaps by their alpha, and for
 * colours of more than 8 bits.
 */
import type { StraightPixels } from './straightPixels.ts'
import type { DecodeRequest, DecodeResponse } from './worker.ts'

/**
 * Resolves with pixels in sRGB, or in Display P3 if the request has a profile; null when the file cannot be decoded or
 * the signal was aborted.
 */
export function decodeStraightAlpha(request: DecodeRequest, signal: AbortSignal): Promise<StraightPixels | null> {
  return new Promise<StraightPixels | null>((resolve) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'straight-alpha' })
    const finish = (picture: StraightPixels | null) => {
      signal.removeEventListener('abort', stop)
      worker.terminate()
      resolve(picture)
    }
    const stop = () => finish(null)
    signal.addEventListener('abort', stop)
    worker.onmessage = ({ data }: MessageEvent<DecodeResponse>) => {
      if ('error' in data) console.info(`${request.type} could not be decoded by our own decoder: ${data.error}`)
      finish('error' in data ? null : data)
    }
    worker.onerror = stop
    worker.postMessage(request)
    if (signal.aborted) stop()
  })
}
