/** Encodes strips of a PNG with the WebAssembly kernel. Each strip becomes one IDAT chunk. */
import { growMemory } from '#client/kit/bytes/bytes.ts'
import type { EncodeStrip } from '../../strips/paintStrips.ts'
import { BLOCK_BYTES, CHUNK_HEAD_BYTES, CHUNK_TAIL_BYTES } from './kernel/parameters.ts'

/** The exports of kernel/encodeStrip.ts. Addresses are bytes from the start of `memory`. */
interface Kernel {
  memory: WebAssembly.Memory
  STRIP_BUFFERS: WebAssembly.Global<'i32'>
  VECTOR_PADDING: WebAssembly.Global<'i32'>
  initTables(): void
  encodeStrip(
    pixels: number,
    width: number,
    channels: number,
    rows: number,
    rowBuffer: number,
    filtered: number,
    chunk: number,
  ): number
  adler32(from: number, to: number): number
}

/**
 * Creates an encoder that copies the strip into the kernel's memory and runs the kernel. `opaque`: the PNG has no alpha
 * channel.
 * @throws RangeError when the browser runs out of memory
 */
export function createPngStripEncoder(code: WebAssembly.Module, opaque: boolean): EncodeStrip {
  const { exports } = new WebAssembly.Instance(code)
  const kernel = exports as unknown as Kernel // safe cast: the module is compiled from kernel/encodeStrip.ts
  kernel.initTables()
  const channels = opaque ? 3 : 4

  return function encodeStrip({ width, rows, rgba, above }) {
    const length = rows * (width * channels + 1)
    const padding = kernel.VECTOR_PADDING.value
    const pixels = kernel.STRIP_BUFFERS.value
    const rowBuffer = pixels + 4 * width * (rows + 1) + padding
    const filtered = rowBuffer + 2 * (width * channels + padding)
    const chunk = filtered + length + padding
    growMemory(kernel.memory, chunk + maxChunkBytes(length) + padding)

    const bytes = new Uint8Array(kernel.memory.buffer)
    if (above) bytes.set(above, pixels)
    else bytes.fill(0, pixels, pixels + 4 * width)
    bytes.set(rgba, pixels + 4 * width)
    const end = kernel.encodeStrip(pixels, width, channels, rows, rowBuffer, filtered, chunk)
    const adler = kernel.adler32(filtered, filtered + length) >>> 0
    return { chunk: bytes.subarray(chunk, end), filtered: { adler, length } }
  }
}

/**
 * Returns the maximum size of a chunk, in bytes: 9 bits per literal, and less than 256 bytes of code tables per block.
 */
const maxChunkBytes = (length: number) =>
  CHUNK_HEAD_BYTES + length + (length >> 3) + 256 * (Math.ceil(length / BLOCK_BYTES) + 1) + CHUNK_TAIL_BYTES
