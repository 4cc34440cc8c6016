/** Encoders of PNG strips; on threads where there are any. */
import { createEncoders, type Encoders, type StripFormat } from '../../strips/stripEncoders.ts'
import type { EncodedStrip, Strip } from './pngStrip.ts'
import { createStripEncoder, kernelCode } from './stripEncoder.ts'

export type PngEncoders = Encoders<Strip, EncodedStrip>

export const createPngEncoders = (strips: number, startWorker = startPngWorker): PngEncoders =>
  createEncoders({ ...PNG_STRIPS, startWorker }, strips)

const startPngWorker = () =>
  kernelCode()
    ? new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'png' })
    : new Worker(new URL('./fallback/worker.ts', import.meta.url), { type: 'module', name: 'png' })

const PNG_STRIPS: StripFormat<Strip, EncodedStrip> = {
  startWorker: startPngWorker,
  createEncoder: () => createStripEncoder(),
  code: kernelCode,
}
