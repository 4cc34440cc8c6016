import { transfer } from 'comlink'
import { exposeMethods } from '#client/kit/base/callWorker.ts'
import type { EncodedStrip, EncodeStrip, StripWorker } from './stripEncoders.ts'

/**
 * Exposes a strip encoder in this worker. `start` creates the encoder from the compiled code of the first call. Each
 * call transfers its buffers back with its result.
 */
export function serveStrips<S, E extends EncodedStrip>(start: (code: WebAssembly.Module | null) => EncodeStrip<S, E>) {
  let encodeStrip: EncodeStrip<S, E> | null = null
  exposeMethods<StripWorker<S, E>>({
    encode(strip, memory, code) {
      encodeStrip ??= start(code)
      const encoded = encodeStrip(strip, memory)
      const pixels = strip.rgba.buffer
      return transfer({ encoded, pixels }, [encoded.chunk.buffer, pixels])
    },
  })
}
