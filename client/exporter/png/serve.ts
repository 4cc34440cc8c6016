/** Encodes strips on a thread of its own. The memory that comes with a job goes back with its answer. */
import type { EncodedStrip, EncodeStrip, Strip } from './strip.ts'

/** `memory`: where the chunk may go. `code`: the compiled encoder, shared by all threads. */
export type PngJob = Strip & { rgba: Uint8Array<ArrayBuffer>; memory: ArrayBuffer; code: WebAssembly.Module | null }
/** `pixels`: the job's own buffer, for the next one. */
export type PngAnswer = EncodedStrip & { pixels: ArrayBuffer }

export function serve(start: (code: WebAssembly.Module | null) => EncodeStrip) {
  let encodeStrip: EncodeStrip | null = null
  self.onmessage = ({ data }: MessageEvent<PngJob>) => {
    encodeStrip ??= start(data.code)
    const encoded = encodeStrip(data, data.memory)
    const pixels = data.rgba.buffer
    const answer: PngAnswer = { ...encoded, pixels }
    self.postMessage(answer, { transfer: [encoded.chunk.buffer, pixels] })
  }
}
