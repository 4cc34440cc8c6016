/** Writes DEFLATE blocks with their own Huffman codes (RFC 1951, 3.2.7). */

import { putBits, writeTokens } from './bitWriter'
import { assignCodes, codeLengths, lengthExtraBits } from './huffman'
import { parseBlock } from './lz77'
import {
  CODE_LENGTH_CODES,
  CODE_LENGTH_COUNTS,
  CODE_LENGTH_LENGTHS,
  CODE_LENGTH_SYMBOLS,
  DISTANCE_CODES,
  DISTANCE_COUNTS,
  DISTANCE_LENGTHS,
  LITERAL_CODES,
  LITERAL_COSTS,
  LITERAL_COUNTS,
  LITERAL_LENGTHS,
} from './memoryLayout'
import { DISTANCE_ALPHABET_SIZE, END_OF_BLOCK, LITERAL_ALPHABET_SIZE, MAX_CODE_BITS } from './parameters'

/**
 * Parses the bytes at the addresses from `from` to `to` − 1. Returns the size in bits of these bytes as a block,
 * without the block's code tables. Doesn't write output, but adds the bytes to the match finder. Call
 * `resetMatchFinder` before parsing the same bytes again.
 */
export function measureBlock(from: i32, to: i32): i32 {
  parseBlock(from, to)
  computeCodeLengths()
  let bits = 0
  for (let symbol = 0; symbol < LITERAL_ALPHABET_SIZE; symbol++) {
    const extra = symbol > END_OF_BLOCK ? lengthExtraBits(symbol - END_OF_BLOCK - 1) : 0
    bits += load<i32>(LITERAL_COUNTS + 4 * symbol) * (<i32>load<u8>(LITERAL_LENGTHS + symbol) + extra)
  }
  for (let symbol = 0; symbol < DISTANCE_ALPHABET_SIZE; symbol++) {
    const extra = max(0, (symbol >> 1) - 1)
    bits += load<i32>(DISTANCE_COUNTS + 4 * symbol) * (<i32>load<u8>(DISTANCE_LENGTHS + symbol) + extra)
  }
  return bits
}

/**
 * Parses the bytes at the addresses from `from` to `to` − 1, and writes them as one block with dynamic Huffman codes.
 * The literal costs of this block are the estimate for parsing the next block.
 */
export function writeBlock(from: i32, to: i32): void {
  const tokens = parseBlock(from, to)
  computeCodeLengths()
  writeCodeTables()
  assignCodes(LITERAL_LENGTHS, LITERAL_ALPHABET_SIZE, LITERAL_CODES)
  assignCodes(DISTANCE_LENGTHS, DISTANCE_ALPHABET_SIZE, DISTANCE_CODES)
  writeTokens(from, tokens)
  putSymbol(LITERAL_CODES, END_OF_BLOCK)
  for (let value = 0; value < 256; value++) {
    const length = load<u8>(LITERAL_LENGTHS + value)
    // the code length is the estimated cost of the literal in the next block
    store<u8>(LITERAL_COSTS + value, length ? length : MAX_CODE_BITS)
  }
}

function computeCodeLengths(): void {
  codeLengths(LITERAL_COUNTS, LITERAL_ALPHABET_SIZE, MAX_CODE_BITS, LITERAL_LENGTHS)
  codeLengths(DISTANCE_COUNTS, DISTANCE_ALPHABET_SIZE, MAX_CODE_BITS, DISTANCE_LENGTHS)
}

function putSymbol(codes: i32, symbol: i32): void {
  const code = load<u32>(codes + 4 * symbol)
  putBits(code >> 4, code & 15)
}

/**
 * Writes the code lengths, which are also Huffman coded. Symbol 17 means 3-10 zeros, and symbol 18 means 11-138 zeros.
 */
function writeCodeTables(): void {
  ensureDistanceCode()
  const items = runLengthEncode()
  codeLengths(CODE_LENGTH_COUNTS, 19, 7, CODE_LENGTH_LENGTHS)
  assignCodes(CODE_LENGTH_LENGTHS, 19, CODE_LENGTH_CODES)
  putBits(0b100, 3) // flags: not the last block, dynamic codes
  putBits(LITERAL_ALPHABET_SIZE - 257, 5)
  putBits(DISTANCE_ALPHABET_SIZE - 1, 5)
  putBits(19 - 4, 4)
  for (let i = 0; i < 19; i++) putBits(load<u8>(CODE_LENGTH_LENGTHS + codeLengthOrder(i)), 3)
  for (let item = CODE_LENGTH_SYMBOLS; item < items; item += 2) {
    const symbol = load<u8>(item)
    putSymbol(CODE_LENGTH_CODES, symbol)
    if (symbol === 17) putBits(load<u8>(item, 1), 3)
    if (symbol === 18) putBits(load<u8>(item, 1), 7)
  }
}

/** Defines a distance code if the block has no match, because a block must define at least one distance code. */
function ensureDistanceCode(): void {
  for (let symbol = 0; symbol < DISTANCE_ALPHABET_SIZE; symbol++) if (load<u8>(DISTANCE_LENGTHS + symbol)) return
  store<u8>(DISTANCE_LENGTHS, 1)
}

/** Run-length encodes the code lengths into CODE_LENGTH_SYMBOLS. Returns the address after the last symbol. */
function runLengthEncode(): i32 {
  memory.fill(CODE_LENGTH_COUNTS, 0, 4 * 19)
  let item = CODE_LENGTH_SYMBOLS
  const end = LITERAL_LENGTHS + LITERAL_ALPHABET_SIZE + DISTANCE_ALPHABET_SIZE
  for (let at = LITERAL_LENGTHS; at < end; ) {
    let zeros = 0
    while (at + zeros < end && zeros < 138 && !load<u8>(at + zeros)) zeros++
    const symbol = zeros >= 11 ? 18 : zeros >= 3 ? 17 : <i32>load<u8>(at)
    store<u8>(item, symbol)
    store<u8>(item, zeros >= 11 ? zeros - 11 : zeros - 3, 1)
    item += 2
    const count = CODE_LENGTH_COUNTS + 4 * symbol
    store<u32>(count, load<u32>(count) + 1)
    at += zeros >= 3 ? zeros : 1
  }
  return item
}

/** Returns the i-th symbol in the order of RFC 1951: 16, 17, 18, 0, 8, 7, 9, 6, 10, …, 1, 15. */
function codeLengthOrder(i: i32): i32 {
  if (i < 4) return i < 3 ? 16 + i : 0
  return i & 1 ? 8 - ((i - 3) >> 1) : 8 + ((i - 3) >> 1)
}
