/**
 * One strip of a PNG → one IDAT chunk. A strip knows nothing of the others but the row above it, so strips are encoded
 * at the same time on several threads and joined in order.
 */
import { align, measureBlock, TABLE_BYTES, USUAL_LITERAL_BITS, writeBlock } from './blocks.ts'
import { adler32, crc32 } from './checksums.ts'
import { createKernel, type Kernel, reserve } from './kernel/kernel.ts'
import { AVERAGE, BLOCK_BYTES, BUCKETS, BUFFERS, HASH_BITS, LITERAL_COSTS, SLACK, UP, WINDOW } from './kernel/map.ts'

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

/** Up suits smooth photos and drawings, whose rows repeat; Average keeps noise small. */
const FILTERS = [UP, AVERAGE] as const
/** So many rows decide which. */
const TRIAL_ROWS = 4

const CHUNK_HEAD = 8
const CHUNK_TAIL = 4

export function createStripEncoder(kernel: Kernel = createKernel()): EncodeStrip {
  return function encodeStrip(strip, memory) {
    const { width, rows, opaque } = strip
    const channels = opaque ? 3 : 4
    const rowBytes = width * channels + 1
    const length = rows * rowBytes
    const place = layOut(kernel, strip, rowBytes)
    loadPixels(kernel, strip, place.pixels)

    /** Rows `first` to `first + count` → `place.filtered`. */
    function filter(kind: number, first: number, count: number) {
      kernel.filter(kind, place.pixels + 4 * width * first, width, channels, count, place.packed, place.filtered)
      forget(kernel)
    }

    const trial = Math.min(TRIAL_ROWS, rows)
    const costs = FILTERS.map((kind) => {
      filter(kind, (rows - trial) >> 1, trial)
      let bits = 0
      for (const [from, to] of blocks(place.filtered, trial * rowBytes)) bits += measureBlock(kernel, from, to)
      return bits
    })
    filter(FILTERS[costs.indexOf(Math.min(...costs))] as number, 0, rows)

    kernel.startAt(place.chunk + CHUNK_HEAD)
    for (const [from, to] of blocks(place.filtered, length)) writeBlock(kernel, from, to)
    const end = sealChunk(kernel, place.chunk, align(kernel))
    const bytes = new Uint8Array(kernel.memory.buffer)
    const chunk = new Uint8Array(memory.byteLength < end - place.chunk ? new ArrayBuffer(place.room) : memory)
    chunk.set(bytes.subarray(place.chunk, end))
    return {
      chunk: chunk.subarray(0, end - place.chunk),
      adler: adler32(bytes.subarray(place.filtered, place.filtered + length)),
      length,
    }
  }
}

/** Addresses of what has the size of a strip, and room for its chunk. */
function layOut(kernel: Kernel, { width, rows }: Strip, rowBytes: number) {
  const length = rows * rowBytes
  // literals cost 9 bits at worst
  const room = CHUNK_HEAD + length + (length >> 3) + TABLE_BYTES * (Math.ceil(length / BLOCK_BYTES) + 1) + CHUNK_TAIL
  const pixels = BUFFERS
  const packed = pixels + 4 * width * (rows + 1) + SLACK
  const filtered = packed + 2 * (rowBytes + SLACK)
  const chunk = filtered + length + SLACK
  reserve(kernel, chunk + room + SLACK)
  return { pixels, packed, filtered, chunk, room }
}

/** The row above, black at the top of the picture, and the strip behind it. */
function loadPixels({ memory }: Kernel, { width, rgba, above }: Strip, at: number) {
  const bytes = new Uint8Array(memory.buffer)
  if (above) bytes.set(above, at)
  else bytes.fill(0, at, at + 4 * width)
  bytes.set(rgba, at + 4 * width)
}

/** The same strip gives the same bytes, whatever went before. */
function forget({ memory }: Kernel) {
  new Int32Array(memory.buffer, BUCKETS, 4 << HASH_BITS).fill(-WINDOW)
  new Uint8Array(memory.buffer, LITERAL_COSTS, 256).fill(USUAL_LITERAL_BITS)
}

function* blocks(start: number, length: number): Generator<[from: number, to: number]> {
  for (let at = 0; at < length; at += BLOCK_BYTES) yield [start + at, start + Math.min(length, at + BLOCK_BYTES)]
}

/** Returns the chunk's end. */
function sealChunk({ memory }: Kernel, chunk: number, end: number): number {
  const view = new DataView(memory.buffer, chunk)
  view.setUint32(0, end - chunk - CHUNK_HEAD)
  view.setUint32(4, 0x49444154) // IDAT
  view.setUint32(end - chunk, crc32(new Uint8Array(memory.buffer, chunk + 4, end - chunk - 4)))
  return end + CHUNK_TAIL
}
