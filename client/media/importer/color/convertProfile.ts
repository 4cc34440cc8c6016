import { callOnce, openWorker } from '#client/kit/base/callWorker.ts'
import { pixelsOf } from '#client/model/assets/pixels.ts'
import { straightBitmap } from '#client/model/assets/straightAlpha.ts'
import type { ProfileWorker } from './profile.worker.ts'

/**
 * Converts a bitmap from the space of an ICC profile to Display P3 in a worker; colours outside are clipped. Returns a
 * new bitmap with straight alpha and closes the given one. Rejects where the worker fails, and after an abort.
 */
export async function convertProfile(
  bitmap: ImageBitmap,
  profile: Uint8Array,
  signal: AbortSignal,
): Promise<ImageBitmap> {
  const { data, width, height } = pixelsOf(bitmap)
  bitmap.close()
  const pixels = data as Uint8ClampedArray<ArrayBuffer> // the pixels of an ImageData that this module created
  const rgba = await callOnce(startWorker, 'convert', [pixels, profile], { signal, transfer: [pixels.buffer] })
  return straightBitmap(new ImageData(rgba, width, height))
}

const startWorker = () =>
  openWorker<ProfileWorker>(
    new Worker(new URL('./profile.worker.ts', import.meta.url), { type: 'module', name: 'profile' }),
  )
