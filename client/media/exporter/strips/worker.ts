/** The worker that encodes strips of one image. */
import { transfer } from 'comlink'
import { exposeMethods } from '#client/kit/async/callWorker.ts'
import { createStripEncoder, type StripSetup } from './createStripEncoder.ts'
import type { EncodeStrip, Strip } from './paintStrips.ts'

let encodeStrip: EncodeStrip | null = null

const methods = {
  /**
   * Encodes a strip. Writes the chunk into `memory`. If `memory` is too small, writes into a new buffer with a quarter
   * more than the needed size. Uses only the first call's `setup`. Transfers the chunk and the buffer of `strip.rgba`
   * back.
   */
  encode(strip: Strip, memory: ArrayBuffer, setup: StripSetup) {
    encodeStrip ??= createStripEncoder(setup)
    const { chunk, ...rest } = encodeStrip(strip)
    const { length } = chunk
    const buffer = memory.byteLength < length ? new ArrayBuffer(length + (length >> 2)) : memory
    const copy = new Uint8Array(buffer, 0, length)
    copy.set(chunk)
    const pixels = strip.rgba.buffer
    return transfer({ ...rest, chunk: copy, pixels }, [buffer, pixels])
  },
}

export type StripWorker = typeof methods

exposeMethods(methods)
