/** The encoder of a JPEG strip in AssemblyScript, compiled to WebAssembly by scripts/vite/assemblyScript.ts. */

import { align, putBits, putMarker, startBitWriter, writtenTo } from './bitWriter'
import { transformBlock } from './dct'
import {
  BLOCK_BYTES,
  CB_BLOCKS,
  CHROMA_AC_CODES,
  CHROMA_DC_CODES,
  CHROMA_FACTORS,
  CR_BLOCKS,
  EDGE_PIXELS,
  LUMA_AC_CODES,
  LUMA_BLOCKS,
  LUMA_DC_CODES,
  LUMA_FACTORS,
  MEANS,
  ZIGZAG_COEFFICIENTS,
} from './memoryLayout'
import { averageBlocks, copyEdge, readBlock } from './samples'

export {
  CHROMA_AC_CODES,
  CHROMA_DC_CODES,
  CHROMA_FACTORS,
  LUMA_AC_CODES,
  LUMA_DC_CODES,
  LUMA_FACTORS,
  STRIP_BUFFERS,
  ZIGZAG_ORDER,
} from './memoryLayout'

/** Maximum number of bytes of an encoded block: 64 codes of 26 bits, and a stuffed byte after each byte. */
const MAX_BLOCK_BYTES: i32 = 416
const PAGE_BYTES: i32 = 65_536
const RST0: i32 = 0xd0
/** Symbols for the end of a block and for a run of sixteen zeros (T.81, F.1.2.2.1). */
const EOB: i32 = 0x00
const ZRL: i32 = 0xf0

/** The DC coefficients that predict the DC coefficients of the next blocks (T.81, F.1.1.5). */
let lumaDc: i32 = 0
let cbDc: i32 = 0
let crDc: i32 = 0

/**
 * Encodes RGBA rows into their part of the scan at `chunk`, with a restart marker after each row of MCUs. `side`: 8
 * (chroma 4:4:4) or 16 (4:2:0). `restart`: index of the first restart marker. The last strip doesn't end with a marker.
 * Returns the chunk's end. The memory grows while the chunk is written, so no other data may follow the chunk.
 * @throws a trap when the browser runs out of memory
 */
export function encodeStrip(
  pixels: i32,
  width: i32,
  rows: i32,
  side: i32,
  restart: i32,
  isLast: bool,
  chunk: i32,
): i32 {
  const mcuRows = (rows + side - 1) / side
  const blocksPerMcu = side === 8 ? 3 : 6
  const maxRowBytes = ((width + side - 1) / side) * blocksPerMcu * MAX_BLOCK_BYTES + 16
  startBitWriter(chunk)
  for (let row = 0; row < mcuRows; row++) {
    reserve(writtenTo() + maxRowBytes)
    lumaDc = 0
    cbDc = 0
    crDc = 0
    for (let x = 0; x < width; x += side) encodeMcu(pixels, width, rows, x, row * side, side)
    align()
    if (!isLast || row < mcuRows - 1) putMarker(RST0 + ((restart + row) & 7))
  }
  return writtenTo()
}

/** Grows the memory to at least `end`, by at least an eighth. */
function reserve(end: i32): void {
  const pages = memory.size()
  const needed = (end + PAGE_BYTES - 1) / PAGE_BYTES
  if (needed > pages && memory.grow(max(needed - pages, pages >> 3)) < 0) unreachable()
}

/** Encodes the MCU at (`x`, `y`), px. */
function encodeMcu(pixels: i32, width: i32, rows: i32, x: i32, y: i32, side: i32): void {
  let from = pixels + 4 * (y * width + x)
  let stride = 4 * width
  if (x + side > width || y + side > rows) {
    copyEdge(pixels, width, rows, x, y, side)
    from = EDGE_PIXELS
    stride = 4 * side
  }
  let cb = CB_BLOCKS
  let cr = CR_BLOCKS
  const blocks = side === 8 ? 1 : 4
  for (let i = 0; i < blocks; i++) {
    const at = from + (i >> 1) * 8 * stride + (i & 1) * 32
    const luma = LUMA_BLOCKS + i * BLOCK_BYTES
    readBlock(at, stride, luma, cb + i * BLOCK_BYTES, cr + i * BLOCK_BYTES)
    transformBlock(luma, LUMA_FACTORS)
    lumaDc = writeBlock(LUMA_DC_CODES, LUMA_AC_CODES, lumaDc)
  }
  if (side === 16) {
    averageBlocks(cb, MEANS)
    cb = MEANS
  }
  transformBlock(cb, CHROMA_FACTORS)
  cbDc = writeBlock(CHROMA_DC_CODES, CHROMA_AC_CODES, cbDc)
  if (side === 16) {
    averageBlocks(cr, MEANS)
    cr = MEANS
  }
  transformBlock(cr, CHROMA_FACTORS)
  crDc = writeBlock(CHROMA_DC_CODES, CHROMA_AC_CODES, crDc)
}

/**
 * Writes the coefficients at ZIGZAG_COEFFICIENTS. `predictor`: the DC coefficient of the component's previous block.
 * Returns the DC coefficient of this block.
 */
function writeBlock(dcCodes: i32, acCodes: i32, predictor: i32): i32 {
  const dc = <i32>load<i16>(ZIGZAG_COEFFICIENTS)
  putAmplitude(dcCodes, 0, dc - predictor)
  let left = nonZero(0) | (nonZero(32) << 16) | (nonZero(64) << 32) | (nonZero(96) << 48)
  left &= ~1
  let last = 0
  while (left) {
    const k = <i32>ctz(left)
    left &= left - 1
    let run = k - last - 1
    for (; run > 15; run -= 16) putSymbol(acCodes, ZRL)
    putAmplitude(acCodes, run << 4, <i32>load<i16>(ZIGZAG_COEFFICIENTS + 2 * k))
    last = k
  }
  if (last < 63) putSymbol(acCodes, EOB)
  return dc
}

/** Returns one bit for each of the 16 coefficients that begin at `offset` (bytes). 1 = the coefficient is not 0. */
function nonZero(offset: i32): u64 {
  const zero = i16x8.splat(0)
  const low = i16x8.ne(v128.load(ZIGZAG_COEFFICIENTS + offset), zero)
  const high = i16x8.ne(v128.load(ZIGZAG_COEFFICIENTS + offset + 16), zero)
  return <u64>(<u32>i8x16.bitmask(i8x16.narrow_i16x8_s(low, high)))
}

function putSymbol(codes: i32, symbol: i32): void {
  const code = load<u32>(codes + 4 * symbol)
  putBits(code >> 5, code & 31)
}

/**
 * Writes a symbol that contains the amplitude's size, then the amplitude. Negative amplitudes are written minus 1
 * (T.81, F.1.2.1).
 */
function putAmplitude(codes: i32, runBits: i32, level: i32): void {
  const size = 32 - <i32>clz(abs(level))
  const code = load<u32>(codes + 4 * (runBits | size))
  const amplitude = <u32>((level + (level >> 31)) & ((1 << size) - 1))
  putBits(((code >> 5) << size) | amplitude, <i32>(code & 31) + size)
}
