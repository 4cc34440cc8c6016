/** Encoders of PNG strips; on threads where there are any. */
import { createEncoders, type Encoders, type StripFormat } from '../encoders.ts'
import { createStripEncoder, kernelCode } from './encoder.ts'
import type { EncodedStrip, Strip } from './strip.ts'

export type PngEncoders = Encoders<Strip, EncodedStrip>

export const createPngEncoders = (strips: number, startWorker = startPngWorker): PngEncoders =>
  createEncoders({ ...PNG_STRIPS, startWorker }, strips)

const startPngWorker = () =>
  kernelCode()
    ? new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'png' })
    : new Worker(new URL('./plain/worker.ts', import.meta.url), { type: 'module', name: 'png' })

const PNG_STRIPS: StripFormat<Strip, EncodedStrip> = {
  startWorker: startPngWorker,
  createEncoder: () => createStripEncoder(),
  code: kernelCode,
}
