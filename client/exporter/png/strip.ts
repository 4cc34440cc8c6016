/**
 * One strip of a PNG → one IDAT chunk. A strip knows nothing of the others but the row above it, so strips are encoded
 * at the same time on several threads and joined in order.
 */
import { BLOCK_BYTES, BlockWriter, type Census, idealBits, takeCensus } from './blocks.ts'
import { adler32, combineAdler32, crc32 } from './checksums.ts'
import { chooseFilter, type Filter, filterRow, type RowPair, UP } from './filters.ts'
import { createSearch, findRuns, roomForRepeats, WINDOW } from './repeats.ts'

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

/** How a strip is squeezed; decided per strip on a few of its rows. */
interface Method {
  filter(pair: RowPair, y: number): Filter
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

/** Takes a block as it is ready: what stands in `filtered` from `from` to `to`. */
type TakeBlock = (from: number, to: number, census: Census) => void

/**
 * Keeps its working memory from strip to strip: a block, and the window before it. Only what comes in and what goes out
 * has the size of a strip.
 */
export function createStripEncoder(): EncodeStrip {
  const repeats = roomForRepeats(BLOCK_BYTES)
  const search = createSearch(BLOCK_BYTES)
  let filtered: Uint8Array<ArrayBuffer> = new Uint8Array(0)

  /** Filters rows `first` to `first + count` and hands them on in blocks, with their repeats in `repeats`. */
  function stream(strip: Strip, first: number, count: number, { filter, searches }: Method, take: TakeBlock): number {
    const channels = strip.opaque ? 3 : 4
    const rowBytes = strip.width * channels
    filtered = atLeast(filtered, WINDOW + BLOCK_BYTES + rowBytes + 1)
    const words = new Uint32Array(filtered.buffer)
    const pair: RowPair = { row: new Uint8Array(rowBytes), above: new Uint8Array(rowBytes), channels }
    if (first > 0) copyRow(strip.rgba, first - 1, pair.above, strip.width, channels)
    else if (strip.above) copyRow(strip.above, 0, pair.above, strip.width, channels)
    let adler = 1
    let origin = -WINDOW // the first block stands behind an empty window
    let end = WINDOW
    search.reset()

    function finishBlock(to: number) {
      const costs = { literalBits: searches ? literalBits(filtered, WINDOW, to) : NO_BITS, rowBytes: rowBytes + 1 }
      if (searches) search.find(filtered, origin, WINDOW, to, costs, repeats)
      else findRuns(words, WINDOW, to, repeats)
      take(WINDOW, to, takeCensus(filtered, WINDOW, to, repeats))
      adler = combineAdler32(adler, adler32(filtered.subarray(WINDOW, to)), to - WINDOW)
    }

    for (let y = first; y < first + count; y++) {
      copyRow(strip.rgba, y, pair.row, strip.width, channels)
      filterRow(pair, filter(pair, y), filtered, end)
      end += rowBytes + 1
      const { row, above } = pair
      Object.assign(pair, { row: above, above: row })
      while (end >= WINDOW + BLOCK_BYTES) {
        finishBlock(WINDOW + BLOCK_BYTES)
        filtered.copyWithin(0, BLOCK_BYTES, end)
        origin += BLOCK_BYTES
        end -= BLOCK_BYTES
      }
    }
    if (end > WINDOW) finishBlock(end)
    return adler
  }

  /** The method with the fewest bits on a few rows from the middle of the strip. */
  function chooseMethod(strip: Strip): Method {
    const rows = Math.min(TRIAL_ROWS, strip.rows)
    const bits = METHODS.map((method) => {
      let sum = 0
      stream(strip, (strip.rows - rows) >> 1, rows, method, (_from, _to, census) => {
        sum += idealBits(census)
      })
      return method.searches ? sum / (1 - SEARCH_MUST_SAVE) : sum
    })
    return METHODS[bits.indexOf(Math.min(...bits))] as Method
  }

  return function encodeStrip(strip, memory) {
    const length = strip.rows * (strip.width * (strip.opaque ? 3 : 4) + 1)
    // literals cost 9 bits at worst; a block's tables less than 256 bytes
    const most = CHUNK_HEAD + length + (length >> 3) + 256 * (Math.ceil(length / BLOCK_BYTES) + 1) + CHUNK_TAIL
    const out = atLeast(new Uint8Array(memory), most)
    const writer = new BlockWriter(out, CHUNK_HEAD)
    const adler = stream(strip, 0, strip.rows, chooseMethod(strip), (from, to, census) =>
      writer.block(filtered, from, to, repeats, census),
    )
    return { chunk: sealChunk(out, writer.align()), adler, length }
  }
}

/** Row `y` of RGBA pixels, with or without its alpha. */
function copyRow(rgba: Uint8Array, y: number, out: Uint8Array, width: number, channels: 3 | 4) {
  const start = 4 * width * y
  const end = start + 4 * width
  if (channels === 4) {
    out.set(rgba.subarray(start, end))
    return
  }
  for (let from = start, to = 0; from < end; from += 4, to += 3) {
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
const NO_BITS = new Float32Array(0)

function sealChunk(out: Uint8Array<ArrayBuffer>, end: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(out.buffer)
  view.setUint32(0, end - CHUNK_HEAD)
  view.setUint32(4, 0x49444154) // IDAT
  view.setUint32(end, crc32(out.subarray(4, end)))
  return out.subarray(0, end + CHUNK_TAIL)
}

/** The same memory while it is large enough; whole words, and one more for reads and writes past the end. */
const atLeast = (memory: Uint8Array<ArrayBuffer>, bytes: number): Uint8Array<ArrayBuffer> =>
  memory.length < bytes + 4 ? new Uint8Array((bytes + 11) & ~7) : memory
