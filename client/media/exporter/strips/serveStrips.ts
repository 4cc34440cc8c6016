/** Encodes strips on a thread of its own. The memory that comes with a job goes back with its answer. */
import type { Answer, Encoded, Job } from './stripEncoders.ts'

type Encode<S, E extends Encoded> = (strip: Job<S>, memory: ArrayBuffer) => E

export function serve<S, E extends Encoded>(start: (code: WebAssembly.Module | null) => Encode<S, E>) {
  let encodeStrip: Encode<S, E> | null = null
  self.onmessage = ({ data }: MessageEvent<Job<S>>) => {
    encodeStrip ??= start(data.code)
    const encoded = encodeStrip(data, data.memory)
    const pixels = data.rgba.buffer
    const answer: Answer<E> = { encoded, pixels }
    self.postMessage(answer, { transfer: [encoded.chunk.buffer, pixels] })
  }
}
