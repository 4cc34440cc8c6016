import { askWorker } from '#client/kit/base/askWorker.ts'
import { pixelsOf } from '#client/model/assets/pixels.ts'
import { straightBitmap } from '#client/model/assets/straightAlpha.ts'
import type { ProfileRequest } from './profile.worker.ts'

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
  const rgba = await inWorker({ rgba: data as ProfileRequest['rgba'], profile }, signal) // of an ImageData of our own
  return straightBitmap(new ImageData(rgba, width, height))
}

const inWorker = (request: ProfileRequest, signal: AbortSignal): Promise<ProfileRequest['rgba']> =>
  askWorker(startWorker, request, { signal, transfer: [request.rgba.buffer] })

const startWorker = () =>
  new Worker(new URL('./profile.worker.ts', import.meta.url), { type: 'module', name: 'profile' })
