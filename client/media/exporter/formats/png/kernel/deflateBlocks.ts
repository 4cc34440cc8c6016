/** DEFLATE blocks with their own Huffman codes (RFC 1951, 3.2.7). */
import { DISTANCES, END_OF_BLOCK, LITERALS, MAX_CODE_BITS } from '../parameters'
import { put, write } from './bitWriter'
import { assignCodes, codeLengths, lengthExtraBits } from './huffman'
import { parse } from './lz77'
import {
  DISTANCE_CODES,
  DISTANCE_COUNTS,
  DISTANCE_LENGTHS,
  HEADER_CODES,
  HEADER_COUNTS,
  HEADER_ITEMS,
  HEADER_LENGTHS,
  LITERAL_CODES,
  LITERAL_COSTS,
  LITERAL_COUNTS,
  LITERAL_LENGTHS,
} from './memoryLayout'

/** The bits of a block without its tables. */
export function measureBlock(from: i32, to: i32): i32 {
  parse(from, to)
  makeLengths()
  let bits = 0
  for (let symbol = 0; symbol < LITERALS; symbol++) {
    const extra = symbol > END_OF_BLOCK ? lengthExtraBits(symbol - END_OF_BLOCK - 1) : 0
    bits += load<i32>(LITERAL_COUNTS + 4 * symbol) * (<i32>load<u8>(LITERAL_LENGTHS + symbol) + extra)
  }
  for (let symbol = 0; symbol < DISTANCES; symbol++) {
    const extra = max(0, (symbol >> 1) - 1)
    bits += load<i32>(DISTANCE_COUNTS + 4 * symbol) * (<i32>load<u8>(DISTANCE_LENGTHS + symbol) + extra)
  }
  return bits
}

export function writeBlock(from: i32, to: i32): void {
  const tokens = parse(from, to)
  makeLengths()
  putHeader()
  assignCodes(LITERAL_LENGTHS, LITERALS, LITERAL_CODES)
  assignCodes(DISTANCE_LENGTHS, DISTANCES, DISTANCE_CODES)
  write(from, tokens)
  putSymbol(LITERAL_CODES, END_OF_BLOCK)
  for (let value = 0; value < 256; value++) {
    const length = load<u8>(LITERAL_LENGTHS + value)
    store<u8>(LITERAL_COSTS + value, length ? length : MAX_CODE_BITS) // the next block will be much like this one
  }
}

function makeLengths(): void {
  codeLengths(LITERAL_COUNTS, LITERALS, MAX_CODE_BITS, LITERAL_LENGTHS)
  codeLengths(DISTANCE_COUNTS, DISTANCES, MAX_CODE_BITS, DISTANCE_LENGTHS)
}

function putSymbol(codes: i32, symbol: i32): void {
  const code = load<u32>(codes + 4 * symbol)
  put(code >> 4, code & 15)
}

/** The code lengths, themselves coded: 17 and 18 stand for 3-10 and 11-138 zeros. */
function putHeader(): void {
  ensureDistance()
  const items = listItems()
  codeLengths(HEADER_COUNTS, 19, 7, HEADER_LENGTHS)
  assignCodes(HEADER_LENGTHS, 19, HEADER_CODES)
  put(0b100, 3) // not the last block, dynamic codes
  put(LITERALS - 257, 5)
  put(DISTANCES - 1, 5)
  put(19 - 4, 4)
  for (let i = 0; i < 19; i++) put(load<u8>(HEADER_LENGTHS + orderOf(i)), 3)
  for (let item = HEADER_ITEMS; item < items; item += 2) {
    const symbol = load<u8>(item)
    putSymbol(HEADER_CODES, symbol)
    if (symbol === 17) put(load<u8>(item, 1), 3)
    if (symbol === 18) put(load<u8>(item, 1), 7)
  }
}

/** At least one distance code must be sent. */
function ensureDistance(): void {
  for (let symbol = 0; symbol < DISTANCES; symbol++) if (load<u8>(DISTANCE_LENGTHS + symbol)) return
  store<u8>(DISTANCE_LENGTHS, 1)
}

/** Returns the end of the list. */
function listItems(): i32 {
  memory.fill(HEADER_COUNTS, 0, 4 * 19)
  let item = HEADER_ITEMS
  const end = LITERAL_LENGTHS + LITERALS + DISTANCES
  for (let at = LITERAL_LENGTHS; at < end; ) {
    let zeros = 0
    while (at + zeros < end && zeros < 138 && !load<u8>(at + zeros)) zeros++
    const symbol = zeros >= 11 ? 18 : zeros >= 3 ? 17 : <i32>load<u8>(at)
    store<u8>(item, symbol)
    store<u8>(item, zeros >= 11 ? zeros - 11 : zeros - 3, 1)
    item += 2
    const count = HEADER_COUNTS + 4 * symbol
    store<u32>(count, load<u32>(count) + 1)
    at += zeros >= 3 ? zeros : 1
  }
  return item
}

/** 16, 17, 18, 0, and from 8 outwards: 7, 9, 6, 10 … 1, 15. */
function orderOf(i: i32): i32 {
  if (i < 4) return i < 3 ? 16 + i : 0
  return i & 1 ? 8 - ((i - 3) >> 1) : 8 + ((i - 3) >> 1)
}
