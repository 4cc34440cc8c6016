/** Encodes strips on a thread of its own. The memory that comes with a job goes back with its answer. */
import { createStripEncoder, type EncodedStrip, type Strip } from './strip.ts'

/** `memory`: where the chunk may go. */
export type PngJob = Strip & { rgba: Uint8Array<ArrayBuffer>; memory: ArrayBuffer }
/** `pixels`: the job's own buffer, for the next one. */
export type PngAnswer = EncodedStrip & { pixels: ArrayBuffer }

const encodeStrip = createStripEncoder()

self.onmessage = ({ data }: MessageEvent<PngJob>) => {
  const encoded = encodeStrip(data, data.memory)
  const pixels = data.rgba.buffer
  const answer: PngAnswer = { ...encoded, pixels }
  self.postMessage(answer, { transfer: [encoded.chunk.buffer, pixels] })
}
