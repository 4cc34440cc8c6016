/**
 * Encodes one strip of a PNG by the WebAssembly kernel. Kept apart from encodePng.ts, so that the worker loads only
 * this code.
 */
import { reuseBuffer } from '../../strips/reuseBuffer.ts'
import { BLOCK_BYTES, CHUNK_HEAD_BYTES, CHUNK_TAIL_BYTES } from './kernel/parameters.ts'

/**
 * A PNG is encoded in strips, and each strip becomes one IDAT chunk. A strip depends only on the row above it. So
 * several workers encode strips at the same time, and the chunks are joined in order.
 */
export interface PngStrip {
  /** Px. */
  width: number
  rows: number
  /** RGBA, straight alpha, row-major. */
  rgba: Uint8Array
  /** The RGBA row above; `null` at the top of the picture. */
  above: Uint8Array | null
  /** True: all alpha bytes are 255, and the file gets no alpha channel. */
  opaque: boolean
}

/** The encoder's result for one `PngStrip`. */
export interface EncodedPngStrip {
  /** A whole IDAT chunk, at the beginning of the buffer that was lent for it. */
  chunk: Uint8Array<ArrayBuffer>
  /** Adler-32 of the filtered rows (RFC 1950). */
  adler: number
  /** Bytes of the filtered rows. */
  length: number
}

/** `memory` is reused for the chunk; where it is too small, a larger buffer is allocated. */
export type EncodePngStrip = (strip: PngStrip, memory: ArrayBuffer) => EncodedPngStrip

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
 * Creates an encoder that copies the strip into the kernel's memory, runs the kernel, and copies the IDAT chunk out.
 * @throws RangeError when the browser has no memory left
 */
export function createPngStripEncoder(code: WebAssembly.Module): EncodePngStrip {
  const { exports } = new WebAssembly.Instance(code)
  const kernel = exports as unknown as Kernel // the module is compiled from kernel/encodeStrip.ts
  kernel.initTables()

  return function encodeStrip({ width, rows, rgba, above, opaque }, memory) {
    const channels = opaque ? 3 : 4
    const length = rows * (width * channels + 1)
    const padding = kernel.VECTOR_PADDING.value
    const pixels = kernel.STRIP_BUFFERS.value
    const rowBuffer = pixels + 4 * width * (rows + 1) + padding
    const filtered = rowBuffer + 2 * (width * channels + padding)
    const chunk = filtered + length + padding
    growTo(kernel.memory, chunk + maxChunkBytes(length) + padding)

    const bytes = new Uint8Array(kernel.memory.buffer)
    if (above) bytes.set(above, pixels)
    else bytes.fill(0, pixels, pixels + 4 * width)
    bytes.set(rgba, pixels + 4 * width)
    const end = kernel.encodeStrip(pixels, width, channels, rows, rowBuffer, filtered, chunk)
    const out = reuseBuffer(end - chunk, memory)
    out.set(bytes.subarray(chunk, end))
    return { chunk: out, adler: kernel.adler32(filtered, filtered + length) >>> 0, length }
  }
}

const PAGE = 65_536

function growTo(memory: WebAssembly.Memory, bytes: number) {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE)
  if (missing > 0) memory.grow(missing)
}

/** Upper bound of a chunk: 9 bits per literal, and less than 256 bytes of code tables per block. */
const maxChunkBytes = (length: number) =>
  CHUNK_HEAD_BYTES + length + (length >> 3) + 256 * (Math.ceil(length / BLOCK_BYTES) + 1) + CHUNK_TAIL_BYTES
