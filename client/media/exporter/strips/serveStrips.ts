import type { EncodedStrip, StripJob, StripResult } from './stripEncoders.ts'

type Encode<S, E extends EncodedStrip> = (strip: StripJob<S>, memory: ArrayBuffer) => E

/**
 * Makes this worker encode the strips that it receives. `start` creates the encoder from the compiled code of the first
 * job. The buffers of a job are transferred back with its result.
 */
export function serveStrips<S, E extends EncodedStrip>(start: (code: WebAssembly.Module | null) => Encode<S, E>) {
  let encodeStrip: Encode<S, E> | null = null
  self.onmessage = ({ data }: MessageEvent<StripJob<S>>) => {
    encodeStrip ??= start(data.code)
    const encoded = encodeStrip(data, data.memory)
    const pixels = data.rgba.buffer
    const answer: StripResult<E> = { encoded, pixels }
    self.postMessage(answer, { transfer: [encoded.chunk.buffer, pixels] })
  }
}
