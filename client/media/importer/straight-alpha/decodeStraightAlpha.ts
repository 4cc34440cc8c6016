/**
 * Decodes a PNG or WebP in a worker with our own decoders, in browsers that premultiply bitmaps. Also decodes PNGs of
 * more than 8 bits per channel, and converts colors in the same worker.
 */
import { callOnce, openWorker } from '#client/kit/async/callWorker.ts'
import { pixelsOf } from '#client/model/assets/pixels.ts'
import { straightBitmap } from '#client/model/assets/straightAlpha.ts'
import type { StraightPixels } from '../../file/applyOrientation.ts'
import type { DecodeRequest, StraightAlphaWorker } from './worker.ts'

/**
 * Resolves with pixels in sRGB, or in Display P3 if the request has a profile. Resolves with null if the file cannot be
 * decoded, or after an abort.
 */
export async function decodeStraightAlpha(request: DecodeRequest, signal: AbortSignal): Promise<StraightPixels | null> {
  try {
    return await callOnce(startWorker, 'decode', [request], { signal })
  } catch (error) {
    if (!signal.aborted) console.info(`${request.type}: our own decoder has failed`, error)
    return null
  }
}

/**
 * Converts a bitmap from the space of an ICC profile to Display P3. Clips colors outside Display P3. Returns a new
 * bitmap with straight alpha and closes the given bitmap. Rejects if the worker fails, and after an abort.
 */
export async function convertProfile(
  bitmap: ImageBitmap,
  profile: Uint8Array,
  signal: AbortSignal,
): Promise<ImageBitmap> {
  const { data, width, height } = pixelsOf(bitmap)
  bitmap.close()
  const pixels = data as Uint8ClampedArray<ArrayBuffer> // safe cast: this module created the ImageData
  const options = { signal, transfer: [pixels.buffer] }
  const rgba = await callOnce(startWorker, 'convertToDisplayP3', [pixels, profile], options)
  return straightBitmap(new ImageData(rgba, width, height))
}

const startWorker = () =>
  openWorker<StraightAlphaWorker>(
    new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'straight-alpha' }),
  )
