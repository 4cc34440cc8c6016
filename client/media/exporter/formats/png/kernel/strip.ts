/**
 * The encoder of a strip in AssemblyScript, compiled to WebAssembly by scripts/assemblyscript/vite.ts. Its twin in ../plain says
 * the same in plain TypeScript, byte for byte.
 */
import { AVERAGE, BLOCK_BYTES, CHUNK_HEAD, CHUNK_TAIL, MAX_MATCH, TRIAL_ROWS, UP } from '../parameters'
import { finish, put, startAt } from './bitWriter'
import { adler32, crc32, makeCrcTables } from './checksums'
import { measureBlock, writeBlock } from './deflateBlocks'
import { filter } from './filters'
import { lengthExtraBits } from './huffman'
import { forget } from './lz77'
import { LENGTH_BASES, LENGTH_SYMBOLS } from './memoryLayout'

export { BUFFERS, SLACK } from './memoryLayout'
export { adler32 }

/** Once, before anything else. */
export function prepare(): void {
  makeCrcTables()
  let length = 3
  for (let symbol = 0; symbol < 29; symbol++) {
    if (symbol === 28) length = MAX_MATCH // it has a symbol of its own
    store<u16>(LENGTH_BASES + 2 * symbol, length)
    const stop = min(MAX_MATCH + 1, length + (1 << lengthExtraBits(symbol)))
    for (; length < stop; length++) store<u8>(LENGTH_SYMBOLS + length, symbol)
  }
}

/**
 * RGBA rows at `pixels`, behind the row above them → an IDAT chunk at `chunk`; returns its end. Between them, room for
 * two rows of `channels` bytes per px at `packed` and for all filtered rows at `filtered`.
 */
export function encode(pixels: i32, width: i32, channels: i32, rows: i32, packed: i32, filtered: i32, chunk: i32): i32 {
  const rowBytes = width * channels + 1
  const trial = min(TRIAL_ROWS, rows)
  const middle = pixels + 4 * width * ((rows - trial) >> 1)
  filter(UP, middle, width, channels, trial, packed, filtered)
  const upBits = measure(filtered, filtered + trial * rowBytes)
  filter(AVERAGE, middle, width, channels, trial, packed, filtered)
  const averageBits = measure(filtered, filtered + trial * rowBytes)
  filter(averageBits < upBits ? AVERAGE : UP, pixels, width, channels, rows, packed, filtered)

  const end = filtered + rows * rowBytes
  forget()
  startAt(chunk + CHUNK_HEAD)
  for (let at = filtered; at < end; at += BLOCK_BYTES) writeBlock(at, min(end, at + BLOCK_BYTES))
  return seal(chunk, align())
}

function measure(from: i32, to: i32): i32 {
  let bits = 0
  forget()
  for (let at = from; at < to; at += BLOCK_BYTES) bits += measureBlock(at, min(to, at + BLOCK_BYTES))
  return bits
}

/** An empty stored block: the next bits start at a byte, so that pieces made apart can be joined. Returns the end. */
function align(): i32 {
  put(0, 3)
  finish()
  put(0, 16)
  put(0xffff, 16)
  return finish()
}

/** `end` of the data; returns the chunk's. */
function seal(chunk: i32, end: i32): i32 {
  store<u32>(chunk, bswap<u32>(end - chunk - CHUNK_HEAD))
  store<u32>(chunk, bswap<u32>(0x49444154), 4) // IDAT
  store<u32>(end, bswap<u32>(crc32(chunk + 4, end)))
  return end + CHUNK_TAIL
}
