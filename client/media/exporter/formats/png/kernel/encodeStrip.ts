/**
 * The encoder of a strip in AssemblyScript, compiled to WebAssembly by scripts/vite/assemblyScript.ts.
 */

import { flushByte, putBits, startBitWriter } from './bitWriter'
import { adler32, crc32, makeCrcTables } from './checksums'
import { measureBlock, writeBlock } from './deflateBlocks'
import { filterRows } from './filterRows'
import { lengthExtraBits } from './huffman'
import { resetMatchFinder } from './lz77'
import { LENGTH_BASES, LENGTH_SYMBOLS } from './memoryLayout'
import {
  AVERAGE,
  BLOCK_BYTES,
  CHUNK_HEAD_BYTES,
  CHUNK_TAIL_BYTES,
  MAX_MATCH_LENGTH,
  TRIAL_ROWS,
  UP,
} from './parameters'

export { STRIP_BUFFERS, VECTOR_PADDING } from './memoryLayout'
export { adler32 }

/** Fills the lookup tables of the encoder. Call this function once, before any other function. */
export function initTables(): void {
  makeCrcTables()
  let length = 3
  for (let symbol = 0; symbol < 29; symbol++) {
    if (symbol === 28) length = MAX_MATCH_LENGTH // only the length 258 has symbol 28
    store<u16>(LENGTH_BASES + 2 * symbol, length)
    const stop = min(MAX_MATCH_LENGTH + 1, length + (1 << lengthExtraBits(symbol)))
    for (; length < stop; length++) store<u8>(LENGTH_SYMBOLS + length, symbol)
  }
}

/**
 * Encodes RGBA rows into an IDAT chunk at `chunk`. `pixels`: address of the row above. The rows to encode follow this
 * row. Returns the chunk's end. `rowBuffer`: space for two rows of `channels` bytes per px. `filtered`: space for all
 * filtered rows.
 */
export function encodeStrip(
  pixels: i32,
  width: i32,
  channels: i32,
  rows: i32,
  rowBuffer: i32,
  filtered: i32,
  chunk: i32,
): i32 {
  const rowBytes = width * channels + 1
  const trial = min(TRIAL_ROWS, rows)
  const middle = pixels + 4 * width * ((rows - trial) >> 1)
  filterRows(UP, middle, width, channels, trial, rowBuffer, filtered)
  const upBits = measureBits(filtered, filtered + trial * rowBytes)
  filterRows(AVERAGE, middle, width, channels, trial, rowBuffer, filtered)
  const averageBits = measureBits(filtered, filtered + trial * rowBytes)
  filterRows(averageBits < upBits ? AVERAGE : UP, pixels, width, channels, rows, rowBuffer, filtered)

  const end = filtered + rows * rowBytes
  resetMatchFinder()
  startBitWriter(chunk + CHUNK_HEAD_BYTES)
  for (let at = filtered; at < end; at += BLOCK_BYTES) writeBlock(at, min(end, at + BLOCK_BYTES))
  return finishChunk(chunk, syncFlush())
}

function measureBits(from: i32, to: i32): i32 {
  let bits = 0
  resetMatchFinder()
  for (let at = from; at < to; at += BLOCK_BYTES) bits += measureBlock(at, min(to, at + BLOCK_BYTES))
  return bits
}

/**
 * Writes an empty stored block, like zlib's Z_SYNC_FLUSH. The block ends at a whole byte, so chunks can be joined.
 * Returns the end address.
 */
function syncFlush(): i32 {
  putBits(0, 3)
  flushByte()
  putBits(0, 16)
  putBits(0xffff, 16)
  return flushByte()
}

/**
 * Writes length and type before the data, and the CRC after the data, which ends at `end`. Returns the end of the
 * chunk.
 */
function finishChunk(chunk: i32, end: i32): i32 {
  store<u32>(chunk, bswap<u32>(end - chunk - CHUNK_HEAD_BYTES))
  store<u32>(chunk, bswap<u32>(0x49444154), 4) // the chunk type IDAT
  store<u32>(end, bswap<u32>(crc32(chunk + 4, end)))
  return end + CHUNK_TAIL_BYTES
}
