/** The encoder of a strip in plain TypeScript: for browsers that do not run the compiled one, and to test it against. */

import { crc32 } from '#client/kit/base/png/crc32.ts'
import { roomFor } from '../../../strips/reuseBuffer.ts'
import { adler32 } from '../adler32.ts'
import { AVERAGE, BLOCK_BYTES, CHUNK_HEAD, CHUNK_TAIL, TRIAL_ROWS, UP, USUAL_LITERAL_BITS } from '../parameters.ts'
import type { EncodeStrip } from '../pngStrip.ts'
import { BitWriter } from './bitWriter.ts'
import { codesOf, literalCosts, measureBlock, writeBlock } from './deflateBlock.ts'
import { filterRows } from './filterRows.ts'
import { createSearch } from './lz77.ts'

export const encodePlainly: EncodeStrip = (strip, memory) => {
  const { rows } = strip
  const trial = Math.min(TRIAL_ROWS, rows)
  const measure = (kind: number) => measureAll(filterRows(strip, kind, (rows - trial) >> 1, trial))
  const filtered = filterRows(strip, measure(AVERAGE) < measure(UP) ? AVERAGE : UP, 0, rows)
  const data = writeAll(filtered)
  const chunk = roomFor(CHUNK_HEAD + data.length + CHUNK_TAIL, memory)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, data.length)
  view.setUint32(4, 0x49444154) // IDAT
  chunk.set(data, CHUNK_HEAD)
  view.setUint32(CHUNK_HEAD + data.length, crc32(chunk.subarray(4, CHUNK_HEAD + data.length)))
  return { chunk, adler: adler32(filtered), length: filtered.length }
}

const USUAL_COSTS = new Uint8Array(256).fill(USUAL_LITERAL_BITS)

function measureAll(filtered: Uint8Array): number {
  const parse = createSearch(filtered)
  let bits = 0
  for (const [from, to] of blocks(filtered)) bits += measureBlock(parse(from, to, USUAL_COSTS))
  return bits
}

function writeAll(filtered: Uint8Array): Uint8Array {
  const parse = createSearch(filtered)
  const writer = new BitWriter()
  let costs = USUAL_COSTS
  for (const [from, to] of blocks(filtered)) {
    const block = parse(from, to, costs)
    const codes = codesOf(block)
    writeBlock(writer, block, codes)
    costs = literalCosts(codes) // the next block will be much like this one
  }
  // an empty stored block: the next bits start at a byte, so that pieces made apart can be joined
  writer.put(0, 3)
  writer.fillByte()
  writer.put(0, 16)
  writer.put(0xffff, 16)
  return writer.bytes()
}

function* blocks({ length }: Uint8Array): Generator<[from: number, to: number]> {
  for (let from = 0; from < length; from += BLOCK_BYTES) yield [from, Math.min(length, from + BLOCK_BYTES)]
}
