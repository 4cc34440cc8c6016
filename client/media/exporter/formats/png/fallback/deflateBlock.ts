/** DEFLATE blocks with their own Huffman codes (RFC 1951, 3.2.7). */
import { DISTANCE_ALPHABET_SIZE, END_OF_BLOCK, LITERAL_ALPHABET_SIZE, MAX_CODE_BITS } from '../parameters.ts'
import type { BitWriter } from './bitWriter.ts'
import { canonicalCodes, codeLengths } from './huffman.ts'
import { distanceSymbol, lengthExtraBits, lengthSymbol } from './lengthDistanceCodes.ts'
import type { ParsedBlock } from './lz77.ts'

const LENGTH_CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** Huffman code lengths by symbol, of the literal/length alphabet and of the distance alphabet; 0 = unused. */
export interface BlockCodeLengths {
  literals: Uint8Array
  distances: Uint8Array
}

/** Returns the optimal code lengths, bits, for the symbols of a block. */
export function codeLengthsOf(block: ParsedBlock): BlockCodeLengths {
  const { literals, distances } = countSymbols(block)
  return { literals: codeLengths(literals, MAX_CODE_BITS), distances: codeLengths(distances, MAX_CODE_BITS) }
}

/** Returns the cost of each byte value as a literal, bits. */
export const literalCosts = ({ literals }: BlockCodeLengths) =>
  literals.slice(0, END_OF_BLOCK).map((length) => length || MAX_CODE_BITS)

/** Returns the bits that the block's tokens take, without its code tables. */
export function measureBlock(block: ParsedBlock): number {
  const { literals, distances } = countSymbols(block)
  const codes = codeLengthsOf(block)
  let bits = 0
  for (const [symbol, n] of literals.entries())
    bits += n * ((codes.literals[symbol] as number) + (symbol > END_OF_BLOCK ? lengthExtraBits(symbol) : 0))
  for (const [symbol, n] of distances.entries())
    bits += n * ((codes.distances[symbol] as number) + Math.max(0, (symbol >> 1) - 1))
  return bits
}

/** Occurrences of each symbol. */
function countSymbols({ bytes, from, to, matches }: ParsedBlock) {
  const literals = new Uint32Array(LITERAL_ALPHABET_SIZE)
  const distances = new Uint32Array(DISTANCE_ALPHABET_SIZE)
  const add = (counts: Uint32Array, symbol: number) => {
    counts[symbol] = (counts[symbol] as number) + 1
  }
  let at = from
  for (const match of [...matches, { at: to, length: 0, distance: 0 }]) {
    for (; at < match.at; at++) add(literals, bytes[at] as number)
    if (match.length > 0) {
      add(literals, lengthSymbol(match.length).symbol)
      add(distances, distanceSymbol(match.distance).symbol)
      at += match.length
    }
  }
  literals[END_OF_BLOCK] = 1
  return { literals, distances }
}

/** Writes a block with dynamic Huffman codes; it is never the last block of the stream. */
export function writeBlock(writer: BitWriter, { bytes, from, to, matches }: ParsedBlock, codes: BlockCodeLengths) {
  const distanceLengths = Uint8Array.from(codes.distances)
  if (!distanceLengths.some(Boolean)) distanceLengths[0] = 1 // at least one distance code must be sent
  writeCodeTables(writer, [...codes.literals, ...distanceLengths])
  const putLiteral = symbolWriter(writer, codes.literals)
  const putDistance = symbolWriter(writer, distanceLengths)
  let at = from
  for (const match of matches) {
    for (; at < match.at; at++) putLiteral(bytes[at] as number)
    const length = lengthSymbol(match.length)
    putLiteral(length.symbol)
    writer.put(length.extra, length.extraBits)
    const distance = distanceSymbol(match.distance)
    putDistance(distance.symbol)
    writer.put(distance.extra, distance.extraBits)
    at += match.length
  }
  for (; at < to; at++) putLiteral(bytes[at] as number)
  putLiteral(END_OF_BLOCK)
}

function symbolWriter(writer: BitWriter, lengths: Uint8Array) {
  const codes = canonicalCodes(lengths)
  return (symbol: number) => writer.put(codes[symbol] as number, lengths[symbol] as number)
}

/** Writes the code lengths, themselves Huffman coded. */
function writeCodeTables(writer: BitWriter, lengths: number[]) {
  const items = runLengthEncode(lengths)
  const counts = new Uint32Array(19)
  for (const { symbol } of items) counts[symbol] = (counts[symbol] as number) + 1
  const itemLengths = codeLengths(counts, 7)
  const putItem = symbolWriter(writer, itemLengths)
  writer.put(0b100, 3) // not the last block, dynamic codes
  writer.put(LITERAL_ALPHABET_SIZE - 257, 5)
  writer.put(DISTANCE_ALPHABET_SIZE - 1, 5)
  writer.put(LENGTH_CODE_ORDER.length - 4, 4)
  for (const symbol of LENGTH_CODE_ORDER) writer.put(itemLengths[symbol] as number, 3)
  for (const { symbol, extra } of items) {
    putItem(symbol)
    if (symbol === 17) writer.put(extra, 3)
    if (symbol === 18) writer.put(extra, 7)
  }
}

/** Code lengths as symbols of the code length alphabet (RFC 1951, 3.2.7): 17 and 18 stand for 3-10 and 11-138 zeros. */
function runLengthEncode(lengths: number[]): { symbol: number; extra: number }[] {
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
