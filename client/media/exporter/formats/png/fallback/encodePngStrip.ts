/**
 * The strip encoder in TypeScript: for browsers without WebAssembly SIMD, and as the reference that tests compare with.
 */
import { crc32 } from '#client/kit/base/png/crc32.ts'
import { reuseBuffer } from '../../../strips/reuseBuffer.ts'
import { adler32 } from '../adler32.ts'
import {
  AVERAGE,
  BLOCK_BYTES,
  CHUNK_HEAD_BYTES,
  CHUNK_TAIL_BYTES,
  INITIAL_LITERAL_BITS,
  TRIAL_ROWS,
  UP,
} from '../parameters.ts'
import type { EncodePngStrip } from '../pngStrip.ts'
import { BitWriter } from './bitWriter.ts'
import { codeLengthsOf, literalCosts, measureBlock, writeBlock } from './deflateBlock.ts'
import { filterRows } from './filterRows.ts'
import { createMatchFinder } from './lz77.ts'

/** Encodes a strip into the same bytes as the WebAssembly kernel. */
export const encodePngStrip: EncodePngStrip = (strip, memory) => {
  const { rows } = strip
  const trial = Math.min(TRIAL_ROWS, rows)
  const measure = (kind: number) => measureBits(filterRows(strip, kind, (rows - trial) >> 1, trial))
  const filtered = filterRows(strip, measure(AVERAGE) < measure(UP) ? AVERAGE : UP, 0, rows)
  const data = deflate(filtered)
  const chunk = reuseBuffer(CHUNK_HEAD_BYTES + data.length + CHUNK_TAIL_BYTES, memory)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, data.length)
  view.setUint32(4, 0x49444154) // IDAT
  chunk.set(data, CHUNK_HEAD_BYTES)
  view.setUint32(CHUNK_HEAD_BYTES + data.length, crc32(chunk.subarray(4, CHUNK_HEAD_BYTES + data.length)))
  return { chunk, adler: adler32(filtered), length: filtered.length }
}

const INITIAL_COSTS = new Uint8Array(256).fill(INITIAL_LITERAL_BITS)

function measureBits(filtered: Uint8Array): number {
  const parse = createMatchFinder(filtered)
  let bits = 0
  for (const [from, to] of blocks(filtered)) bits += measureBlock(parse(from, to, INITIAL_COSTS))
  return bits
}

function deflate(filtered: Uint8Array): Uint8Array {
  const parse = createMatchFinder(filtered)
  const writer = new BitWriter()
  let costs = INITIAL_COSTS
  for (const [from, to] of blocks(filtered)) {
    const block = parse(from, to, costs)
    const codes = codeLengthsOf(block)
    writeBlock(writer, block, codes)
    costs = literalCosts(codes) // estimate for the next block
  }
  // an empty stored block, as by zlib's Z_SYNC_FLUSH: ends at a byte, so chunks can be joined
  writer.put(0, 3)
  writer.fillByte()
  writer.put(0, 16)
  writer.put(0xffff, 16)
  return writer.bytes()
}

function* blocks({ length }: Uint8Array): Generator<[from: number, to: number]> {
  for (let from = 0; from < length; from += BLOCK_BYTES) yield [from, Math.min(length, from + BLOCK_BYTES)]
}
