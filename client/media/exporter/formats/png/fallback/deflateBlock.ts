/** DEFLATE blocks with their own Huffman codes (RFC 1951, 3.2.7). */
import { DISTANCES, END_OF_BLOCK, LITERALS, MAX_CODE_BITS } from '../parameters.ts'
import type { BitWriter } from './bitWriter.ts'
import { canonicalCodes, codeLengths } from './huffman.ts'
import { lengthExtraBits, spellDistance, spellLength } from './lengthDistanceCodes.ts'
import type { Block } from './lz77.ts'

const LENGTH_CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** Code lengths by symbol. */
export interface Codes {
  literals: Uint8Array
  distances: Uint8Array
}

export function codesOf(block: Block): Codes {
  const { literals, distances } = count(block)
  return { literals: codeLengths(literals, MAX_CODE_BITS), distances: codeLengths(distances, MAX_CODE_BITS) }
}

/** What a byte costs as a literal, bits. */
export const literalCosts = ({ literals }: Codes) =>
  literals.slice(0, END_OF_BLOCK).map((length) => length || MAX_CODE_BITS)

/** The bits of a block without its tables. */
export function measureBlock(block: Block): number {
  const { literals, distances } = count(block)
  const codes = codesOf(block)
  let bits = 0
  for (const [symbol, n] of literals.entries())
    bits += n * ((codes.literals[symbol] as number) + (symbol > END_OF_BLOCK ? lengthExtraBits(symbol) : 0))
  for (const [symbol, n] of distances.entries())
    bits += n * ((codes.distances[symbol] as number) + Math.max(0, (symbol >> 1) - 1))
  return bits
}

/** How often each symbol occurs. */
function count({ bytes, from, to, matches }: Block) {
  const literals = new Uint32Array(LITERALS)
  const distances = new Uint32Array(DISTANCES)
  const add = (counts: Uint32Array, symbol: number) => {
    counts[symbol] = (counts[symbol] as number) + 1
  }
  let at = from
  for (const match of [...matches, { at: to, length: 0, distance: 0 }]) {
    for (; at < match.at; at++) add(literals, bytes[at] as number)
    if (match.length > 0) {
      add(literals, spellLength(match.length).symbol)
      add(distances, spellDistance(match.distance).symbol)
      at += match.length
    }
  }
  literals[END_OF_BLOCK] = 1
  return { literals, distances }
}

export function writeBlock(writer: BitWriter, { bytes, from, to, matches }: Block, codes: Codes) {
  const distanceLengths = Uint8Array.from(codes.distances)
  if (!distanceLengths.some(Boolean)) distanceLengths[0] = 1 // at least one distance code must be sent
  putHeader(writer, [...codes.literals, ...distanceLengths])
  const putLiteral = putter(writer, codes.literals)
  const putDistance = putter(writer, distanceLengths)
  let at = from
  for (const match of matches) {
    for (; at < match.at; at++) putLiteral(bytes[at] as number)
    const length = spellLength(match.length)
    putLiteral(length.symbol)
    writer.put(length.extra, length.extraBits)
    const distance = spellDistance(match.distance)
    putDistance(distance.symbol)
    writer.put(distance.extra, distance.extraBits)
    at += match.length
  }
  for (; at < to; at++) putLiteral(bytes[at] as number)
  putLiteral(END_OF_BLOCK)
}

function putter(writer: BitWriter, lengths: Uint8Array) {
  const codes = canonicalCodes(lengths)
  return (symbol: number) => writer.put(codes[symbol] as number, lengths[symbol] as number)
}

/** The code lengths, themselves coded, with zeros run-length coded. */
function putHeader(writer: BitWriter, lengths: number[]) {
  const items = runsOfZeros(lengths)
  const counts = new Uint32Array(19)
  for (const { symbol } of items) counts[symbol] = (counts[symbol] as number) + 1
  const itemLengths = codeLengths(counts, 7)
  const putItem = putter(writer, itemLengths)
  writer.put(0b100, 3) // not the last block, dynamic codes
  writer.put(LITERALS - 257, 5)
  writer.put(DISTANCES - 1, 5)
  writer.put(LENGTH_CODE_ORDER.length - 4, 4)
  for (const symbol of LENGTH_CODE_ORDER) writer.put(itemLengths[symbol] as number, 3)
  for (const { symbol, extra } of items) {
    putItem(symbol)
    if (symbol === 17) writer.put(extra, 3)
    if (symbol === 18) writer.put(extra, 7)
  }
}

/** Code lengths as the alphabet of RFC 1951, 3.2.7: 17 and 18 stand for 3-10 and 11-138 zeros. */
function runsOfZeros(lengths: number[]): { symbol: number; extra: number }[] {
  const items: { symbol: number; extra: number }[] = []
  for (let i = 0; i < lengths.length; ) {
    let zeros = 0
    while (lengths[i + zeros] === 0 && zeros < 138) zeros++
    if (zeros >= 11) items.push({ symbol: 18, extra: zeros - 11 })
    else if (zeros >= 3) items.push({ symbol: 17, extra: zeros - 3 })
    else items.push({ symbol: lengths[i] as number, extra: 0 })
    i += zeros >= 3 ? zeros : 1
  }
  return items
}
