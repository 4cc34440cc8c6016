/**
 * Decodes a PNG or WebP in a worker with decoders of our own: for engines that premultiply bitmaps by their alpha, and for
 * colours of more than 8 bits.
 */
import { askWorker } from '#client/kit/base/askWorker.ts'
import type { StraightPixels } from './straightPixels.ts'
import type { DecodeRequest, DecodeResponse } from './worker.ts'

/**
 * Resolves with pixels in sRGB, or in Display P3 if the request has a profile; null when the file cannot be decoded or
 * the signal was aborted.
 */
export async function decodeStraightAlpha(request: DecodeRequest, signal: AbortSignal): Promise<StraightPixels | null> {
  try {
    const answer = await askWorker<DecodeResponse>(startWorker, request, { signal })
    if (!('error' in answer)) return answer
    console.info(`${request.type} could not be decoded by our own decoder: ${answer.error}`)
  } catch (error) {
    if (!signal.aborted) console.warn(`${request.type}: our own decoder has failed`, error)
  }
  return null
}

const startWorker = () =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'straight-alpha' })
