import { createStripEncoders, type StripCodec, type StripEncoders } from '../../strips/stripEncoders.ts'
import type { EncodedPngStrip, PngStrip } from './pngStrip.ts'
import { createStripEncoder, wasmModule } from './stripEncoder.ts'

/** Encoders of PNG strips; several run at the same time where workers are available. */
export type PngStripEncoders = StripEncoders<PngStrip, EncodedPngStrip>

/** Creates the encoders for a picture of `strips` strips, in workers if the browser starts them. */
export const createPngStripEncoders = (strips: number, startWorker = startPngWorker): PngStripEncoders =>
  createStripEncoders({ ...PNG_CODEC, startWorker }, strips)

const startPngWorker = () =>
  wasmModule()
    ? new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'png' })
    : new Worker(new URL('./fallback/worker.ts', import.meta.url), { type: 'module', name: 'png' })

const PNG_CODEC: StripCodec<PngStrip, EncodedPngStrip> = {
  startWorker: startPngWorker,
  createEncoder: () => createStripEncoder(),
  code: wasmModule,
}
