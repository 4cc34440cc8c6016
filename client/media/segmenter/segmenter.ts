/** Computes the quick matte of a photo with U2-NetP in a worker. */
import { callWorker } from '#client/kit/base/callWorker.ts'
import { ok, type Result } from '#client/kit/base/result.ts'
import type { Matte, SegmentError, SegmenterMemory, SegmentOptions, SegmentProgress } from './segmentation.ts'
import { type ClientOptions, downscaledCopy, SegmentationClient } from './segmentationClient.ts'

export type { Matte, SegmentError, SegmentOptions, SegmentProgress }

/** A segmenter that reports the memory of its worker. */
export type MeasurableSegmenter = ReturnType<typeof createSegmenter>
export type Segmenter = Pick<MeasurableSegmenter, 'segment' | 'dispose'>

/** Creates the segmenter. Its worker starts at the first photo. */
export function createSegmenter({ copy = downscaledCopy, ...options }: ClientOptions = {}) {
  const client = new SegmentationClient('segmenter', options)
  return {
    /**
     * Computes the matte of the subject at the size of `image`. The caller owns `image`. A newer call aborts an older
     * one.
     */
    async segment(image: ImageBitmap, { signal, onProgress }: SegmentOptions): Promise<Result<Matte, SegmentError>> {
      const { width, height } = image
      const found = await client.perform(
        'segment',
        async (worker, setup, signal) => {
          const small = await copy(image)
          if (signal.aborted) small.close()
          return callWorker(worker, 'segment', [setup, small, { width, height }], {
            ...{ signal, onProgress },
            transfer: [small],
          })
        },
        signal,
      )
      if (!found.ok) return found
      if (found.value.backend === 'wasm') client.renew()
      return ok({ width, height, coverage: found.value.coverage })
    },
    memory: (): Promise<SegmenterMemory> => client.memory(),
    dispose: (): void => client.end('aborted'),
  }
}
