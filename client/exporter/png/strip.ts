/**
 * One strip of a PNG → one IDAT chunk. A strip knows nothing of the others but the row above it, so strips are encoded
 * at the same time on several threads and joined in order.
 */
import compiled from './kernel/strip.ts?wasm'
import { encodePlainly } from './plain/strip.ts'
import { BLOCK_BYTES, CHUNK_HEAD, CHUNK_TAIL } from './tuning.ts'

export interface Strip {
  width: number
  rows: number
  /** RGBA, straight alpha, row-major. */
  rgba: Uint8Array
  /** The RGBA row above, `null` at the top of the picture. */
  above: Uint8Array | null
  /** True: the alpha bytes are all 255 and are left out. */
  opaque: boolean
}

export interface EncodedStrip {
  /** A whole IDAT chunk: the first bytes of `memory`. */
  chunk: Uint8Array<ArrayBuffer>
  /** Of the filtered rows. */
  adler: number
  /** Of the filtered rows, bytes. */
  length: number
}

/** `memory` is where the chunk goes; when it is too small, a larger one is made. */
export type EncodeStrip = (strip: Strip, memory: ArrayBuffer) => EncodedStrip

/** One for all threads and exports of the page: what the browser learns of its speed is learnt once. */
let code: WebAssembly.Module | null | undefined

/** `null` in a browser without vectors, or without memory for code. */
export function kernelCode(): WebAssembly.Module | null {
  try {
    code ??= new WebAssembly.Module(compiled)
  } catch {
    code = null
  }
  return code
}

/** Without `code` in plain TypeScript: the same bytes, only later. */
export const createStripEncoder = (code = kernelCode()): EncodeStrip => (code ? createCompiled(code) : encodePlainly)

/** What kernel/strip.ts exports. Addresses are bytes from the start of `memory`. */
interface Kernel {
  memory: WebAssembly.Memory
  BUFFERS: WebAssembly.Global<'i32'>
  SLACK: WebAssembly.Global<'i32'>
  prepare(): void
  encode(
    pixels: number,
    width: number,
    channels: number,
    rows: number,
    packed: number,
    filtered: number,
    chunk: number,
  ): number
  adler32(from: number, to: number): number
}

function createCompiled(code: WebAssembly.Module): EncodeStrip {
  const { exports } = new WebAssembly.Instance(code)
  const kernel = exports as unknown as Kernel // whose only source they are
  kernel.prepare()

  return function encodeStrip({ width, rows, rgba, above, opaque }, memory) {
    const channels = opaque ? 3 : 4
    const length = rows * (width * channels + 1)
    const slack = kernel.SLACK.value
    const pixels = kernel.BUFFERS.value
    const packed = pixels + 4 * width * (rows + 1) + slack
    const filtered = packed + 2 * (width * channels + slack)
    const chunk = filtered + length + slack
    reserve(kernel.memory, chunk + mostChunkBytes(length) + slack)

    const bytes = new Uint8Array(kernel.memory.buffer)
    if (above) bytes.set(above, pixels)
    else bytes.fill(0, pixels, pixels + 4 * width)
    bytes.set(rgba, pixels + 4 * width)
    const end = kernel.encode(pixels, width, channels, rows, packed, filtered, chunk)
    const out = roomFor(end - chunk, memory)
    out.set(bytes.subarray(chunk, end))
    return { chunk: out, adler: kernel.adler32(filtered, filtered + length) >>> 0, length }
  }
}

const PAGE = 65_536

function reserve(memory: WebAssembly.Memory, bytes: number) {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE)
  if (missing > 0) memory.grow(missing)
}

/** Literals cost 9 bits at worst, a block's tables less than 256 bytes. */
const mostChunkBytes = (length: number) =>
  CHUNK_HEAD + length + (length >> 3) + 256 * (Math.ceil(length / BLOCK_BYTES) + 1) + CHUNK_TAIL

/** Strips differ; a quarter more, and the next one fits as well. */
export const roomFor = (bytes: number, memory: ArrayBuffer): Uint8Array<ArrayBuffer> =>
  new Uint8Array(memory.byteLength < bytes ? new ArrayBuffer(bytes + (bytes >> 2)) : memory, 0, bytes)
