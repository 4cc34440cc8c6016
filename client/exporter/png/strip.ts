/**
 * One strip of a PNG → one IDAT chunk. A strip knows nothing of the others but the row above it, so strips are encoded
 * at the same time on several threads and joined in order.
 */
import { BLOCK_BYTES, BlockWriter, idealBits, takeCensus } from './blocks.ts'
import { adler32, crc32 } from './checksums.ts'
import { chooseFilter, type Filter, filterRow, type Rows, UP } from './filters.ts'
import { createSearch, findRuns, roomForRepeats } from './repeats.ts'

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
  /** A whole IDAT chunk. */
  chunk: Uint8Array<ArrayBuffer>
  /** Of the filtered rows. */
  adler: number
  /** Of the filtered rows, bytes. */
  length: number
}

/** How a strip is squeezed; decided per strip on a few of its rows. */
interface Method {
  filter(rows: Rows, y: number): Filter
  searches: boolean
}
const METHODS: readonly Method[] = [
  { filter: chooseFilter, searches: false }, // noise: repeats are chance
  { filter: chooseFilter, searches: true }, // drawings and edges
  { filter: () => UP, searches: true }, // smooth photos: the row above repeats itself
]
const TRIAL_ROWS = 6
/** A search must save this share of the bits to be worth its time. */
const SEARCH_MUST_SAVE = 0.03

const CHUNK_HEAD = 8
const CHUNK_TAIL = 4

export type EncodeStrip = (strip: Strip) => EncodedStrip

/** Keeps its working memory from strip to strip, so that an export leaves no garbage of its own size. */
export function createStripEncoder(): EncodeStrip {
  const pixelMemory = growing()
  const filteredMemory = growing()
  const outMemory = growing()
  const repeats = roomForRepeats(BLOCK_BYTES)
  const search = createSearch(BLOCK_BYTES)

  function layOut(strip: Strip): Rows {
    const channels = strip.opaque ? 3 : 4
    const rowBytes = strip.width * channels
    const bytes = pixelMemory(rowBytes * (strip.rows + 1))
    if (strip.above) copyPixels(strip.above, bytes, 0, strip.width, channels)
    else bytes.fill(0, 0, rowBytes)
    copyPixels(strip.rgba, bytes, rowBytes, strip.width * strip.rows, channels)
    return { bytes, rowBytes, channels }
  }

  function* blocks(bytes: Uint8Array, words: Uint32Array, length: number, rowBytes: number, searches: boolean) {
    search.reset()
    for (let from = 0; from < length; from += BLOCK_BYTES) {
      const to = Math.min(length, from + BLOCK_BYTES)
      if (searches) search.find(bytes, from, to, literalBits(bytes, from, to), rowBytes, repeats)
      else findRuns(words, from, to, repeats)
      yield { from, to, census: takeCensus(bytes, from, to, repeats) }
    }
  }

  function filterAll(rows: Rows, first: number, count: number, method: Method): Uint8Array {
    const filteredRow = rows.rowBytes + 1
    const filtered = filteredMemory(count * filteredRow)
    for (let y = 0; y < count; y++)
      filterRow(rows, first + y, method.filter(rows, first + y), filtered, y * filteredRow)
    return filtered
  }

  /** The method with the fewest bits on a few rows from the middle of the strip. */
  function chooseMethod(rows: Rows, count: number): Method {
    const trial = Math.min(TRIAL_ROWS, count)
    const length = trial * (rows.rowBytes + 1)
    const bits = METHODS.map((method) => {
      const filtered = filterAll(rows, (count - trial) >> 1, trial, method)
      let sum = 0
      for (const { census } of blocks(filtered, wordsOf(filtered), length, rows.rowBytes + 1, method.searches))
        sum += idealBits(census)
      return method.searches ? sum / (1 - SEARCH_MUST_SAVE) : sum
    })
    return METHODS[bits.indexOf(Math.min(...bits))] as Method
  }

  return function encodeStrip(strip) {
    const rows = layOut(strip)
    const length = strip.rows * (rows.rowBytes + 1)
    const method = chooseMethod(rows, strip.rows)
    const filtered = filterAll(rows, 0, strip.rows, method)
    // literals cost 9 bits at worst; a block's tables less than 200 bytes
    const out = outMemory(CHUNK_HEAD + length + (length >> 3) + 256 * (Math.ceil(length / BLOCK_BYTES) + 1))
    const writer = new BlockWriter(out, CHUNK_HEAD)
    for (const { from, to, census } of blocks(filtered, wordsOf(filtered), length, rows.rowBytes + 1, method.searches))
      writer.block(filtered, from, to, repeats, census)
    return { chunk: sealChunk(out, writer.align()), adler: adler32(filtered, length), length }
  }
}

function copyPixels(rgba: Uint8Array, out: Uint8Array, at: number, pixels: number, channels: 3 | 4) {
  if (channels === 4) {
    out.set(rgba.subarray(0, 4 * pixels), at)
    return
  }
  for (let from = 0, to = at; from < 4 * pixels; from += 4, to += 3) {
    out[to] = rgba[from] as number
    out[to + 1] = rgba[from + 1] as number
    out[to + 2] = rgba[from + 2] as number
  }
}

/** Bits per byte value as far as the block's own statistics tell. */
function literalBits(bytes: Uint8Array, from: number, to: number): Float32Array {
  const counts = takeCensus(bytes, from, to, NO_REPEATS).literals
  return Float32Array.from({ length: 256 }, (_, v) =>
    Math.min(12, Math.log2((to - from) / ((counts[v] as number) + 0.5))),
  )
}
const NO_REPEATS = roomForRepeats(0)

function sealChunk(out: Uint8Array, end: number): Uint8Array<ArrayBuffer> {
  const chunk = out.slice(0, end + CHUNK_TAIL) as Uint8Array<ArrayBuffer>
  const view = new DataView(chunk.buffer)
  view.setUint32(0, end - CHUNK_HEAD)
  view.setUint32(4, 0x49444154) // IDAT
  view.setUint32(end, crc32(chunk.subarray(4, end)))
  return chunk
}

const wordsOf = (bytes: Uint8Array) => new Uint32Array(bytes.buffer, 0, bytes.length >> 2)

/** Memory that is reused and only grows; whole words, and one word more than asked for reads past the end. */
function growing(): (bytes: number) => Uint8Array<ArrayBuffer> {
  let memory = new Uint8Array(0)
  return (bytes) => {
    if (memory.length < bytes + 4) memory = new Uint8Array((bytes + 11) & ~7)
    return memory
  }
}
