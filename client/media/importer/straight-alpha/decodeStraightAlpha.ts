/**
 * Decodes a PNG or WebP in a worker with decoders of our own: for engines that premultiply bitmaps by their alpha, and for
 * colours of more than 8 bits.
 */
import { callOnce, openWorker } from '#client/kit/base/callWorker.ts'
import type { StraightPixels } from './straightPixels.ts'
import type { DecodeRequest, StraightAlphaWorker } from './worker.ts'

/**
 * Resolves with pixels in sRGB, or in Display P3 if the request has a profile; null when the file cannot be decoded or
 * the signal was aborted.
 */
export async function decodeStraightAlpha(request: DecodeRequest, signal: AbortSignal): Promise<StraightPixels | null> {
  try {
    return await callOnce(startWorker, 'decode', [request], { signal })
  } catch (error) {
    if (!signal.aborted) console.info(`${request.type}: our own decoder has failed`, error)
    return null
  }
}

const startWorker = () =>
  openWorker<StraightAlphaWorker>(
    new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'straight-alpha' }),
  )
