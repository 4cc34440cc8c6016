/** The quick matte of a photo: U2-NetP in a worker. */
import { callWorker } from '#client/kit/base/callWorker.ts'
import { err, ok, type Result } from '#client/kit/base/result.ts'
import type { Matte, SegmentError, SegmenterMemory, SegmentOptions, SegmentProgress } from './segmentation.ts'
import { type ClientOptions, downscaledCopy, SegmentationClient } from './segmentationClient.ts'

export type { Matte, SegmentError, SegmentOptions, SegmentProgress }

/** Separates the subject of a photo from its background, in a worker. */
export interface Segmenter {
  /**
   * Computes the matte of the subject, at the size of `image`. The caller keeps ownership of `image`. A newer call
   * aborts the older one. Fails with any SegmentError.
   */
  segment(image: ImageBitmap, options: SegmentOptions): Promise<Result<Matte, SegmentError>>
  dispose(): void
}

/** Replaces defaults of the segmenter; used by tests and measurements. */
export interface SegmenterOptions extends ClientOptions {
  /** Makes the downscaled copy of the photo that is transferred to the worker. */
  copy?: (image: ImageBitmap) => Promise<ImageBitmap>
}

/** A segmenter that reports the memory of its worker. */
export interface MeasurableSegmenter extends Segmenter {
  memory(): Promise<SegmenterMemory>
}

/** Creates the segmenter. Its worker starts with the first photo. */
export function createSegmenter({ copy = downscaledCopy, ...options }: SegmenterOptions = {}): MeasurableSegmenter {
  const client = new SegmentationClient('segmenter', options)
  let newest = new AbortController()
  return {
    async segment(image, { signal, onProgress }) {
      if (signal.aborted) return err('aborted')
      newest.abort()
      newest = new AbortController()
      const { width, height } = image
      const found = await client.perform(
        async (worker, setup, signal) => {
          const small = await copy(image)
          if (signal.aborted) small.close()
          return callWorker(worker, 'segment', [setup, small, { width, height }], {
            ...{ signal, onProgress },
            transfer: [small],
          })
        },
        AbortSignal.any([signal, newest.signal]),
      )
      if (!found.ok) return found
      if (found.value.backend === 'wasm') client.renew()
      return ok({ width, height, coverage: found.value.coverage })
    },
    memory: () => client.memory(),
    dispose: () => client.end('aborted'),
  }
}
