/** Runs the compiled encoder: the strip goes into its memory, the chunk comes out. */
import { roomFor } from '../../strips/reuseBuffer.ts'
import { BLOCK_BYTES, CHUNK_HEAD, CHUNK_TAIL } from './parameters.ts'
import type { EncodeStrip } from './pngStrip.ts'

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

export function createCompiled(code: WebAssembly.Module): EncodeStrip {
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
