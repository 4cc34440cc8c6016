/** DEFLATE blocks with their own Huffman codes (RFC 1951, 3.2.7): the tables around what the kernel finds and writes. */
import { canonicalCodes, codeLengths } from './huffman.ts'
import type { Kernel } from './kernel/kernel.ts'
import { DISTANCE_CODES, DISTANCE_COUNTS, LITERAL_CODES, LITERAL_COSTS, LITERAL_COUNTS } from './kernel/map.ts'

/** Four codes and seven waiting bits fit into one 64-bit word; DEFLATE would allow 15. */
const MAX_CODE_BITS = 12

const LITERALS = 286
const DISTANCES = 30
const END_OF_BLOCK = 256
const LENGTH_CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
/** Room for the tables in front of a block, bytes. */
export const TABLE_BYTES = 256

/** Before anything is known of a strip: what a byte costs in most photos, bits. */
export const USUAL_LITERAL_BITS = 4

/** Finds the repeats of the filtered bytes between `from` and `to`, and writes the block. */
export function writeBlock(kernel: Kernel, from: number, to: number) {
  const tokens = kernel.parse(from, to)
  const { literals, distances } = counts(kernel)
  const literalLengths = codeLengths(literals, MAX_CODE_BITS)
  const distanceLengths = codeLengths(distances, MAX_CODE_BITS)
  if (!distanceLengths.some(Boolean)) distanceLengths[0] = 1 // at least one distance code must be sent
  putHeader(kernel, literalLengths, distanceLengths)
  const codes = pack(literalLengths)
  const { buffer } = kernel.memory
  new Uint32Array(buffer, LITERAL_CODES, LITERALS).set(codes)
  new Uint32Array(buffer, DISTANCE_CODES, DISTANCES).set(pack(distanceLengths))
  kernel.write(from, tokens)
  const end = codes[END_OF_BLOCK] as number
  kernel.put(end >>> 4, end & 15)
  // the next block will be much like this one
  new Uint8Array(buffer, LITERAL_COSTS, 256).set(
    literalLengths.subarray(0, 256).map((length) => length || MAX_CODE_BITS),
  )
}

/** What a block would need with ideal codes, in bits. */
export function measureBlock(kernel: Kernel, from: number, to: number): number {
  kernel.parse(from, to)
  const { literals, distances } = counts(kernel)
  const lengthBits = literals.subarray(257).reduce((sum, n, symbol) => sum + n * lengthExtraBits(symbol), 0)
  const distanceBits = distances.reduce((sum, n, symbol) => sum + n * Math.max(0, (symbol >> 1) - 1), 0)
  return lengthBits + distanceBits + entropy(literals) + entropy(distances)
}

const counts = ({ memory }: Kernel) => ({
  literals: new Uint32Array(memory.buffer, LITERAL_COUNTS, LITERALS),
  distances: new Uint32Array(memory.buffer, DISTANCE_COUNTS, DISTANCES),
})

const lengthExtraBits = (symbol: number) => (symbol < 8 || symbol === 28 ? 0 : (symbol >> 2) - 1)

/** No code is shorter than one bit. */
function entropy(occurrences: Uint32Array): number {
  const total = occurrences.reduce((sum, n) => sum + n, 0)
  return occurrences.reduce((bits, n) => (n > 0 ? bits + n * Math.max(1, Math.log2(total / n)) : bits), 0)
}

/** An empty stored block: the next bits start at a byte, so that pieces made apart can be joined. Returns the end. */
export function align(kernel: Kernel): number {
  kernel.put(0, 3)
  kernel.finish()
  kernel.put(0, 16)
  kernel.put(0xffff, 16)
  return kernel.finish()
}

/** The code lengths, themselves coded, with zeros run-length coded. */
function putHeader(kernel: Kernel, literalLengths: Uint8Array, distanceLengths: Uint8Array) {
  const items = runsOfZeros([...literalLengths, ...distanceLengths])
  const occurrences = new Uint32Array(19)
  for (const { symbol } of items) occurrences[symbol] = (occurrences[symbol] as number) + 1
  const lengths = codeLengths(occurrences, 7)
  const codes = canonicalCodes(lengths)
  kernel.put(0b100, 3) // not the last block, dynamic codes
  kernel.put(LITERALS - 257, 5)
  kernel.put(DISTANCES - 1, 5)
  kernel.put(LENGTH_CODE_ORDER.length - 4, 4)
  for (const symbol of LENGTH_CODE_ORDER) kernel.put(lengths[symbol] as number, 3)
  for (const { symbol, extra } of items) {
    kernel.put(codes[symbol] as number, lengths[symbol] as number)
    if (symbol === 17) kernel.put(extra, 3)
    if (symbol === 18) kernel.put(extra, 7)
  }
}

/** Code and length of each symbol in one number: code × 16 + bits. */
function pack(lengths: Uint8Array): Uint16Array {
  return canonicalCodes(lengths).map((code, symbol) => (code << 4) | (lengths[symbol] as number))
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
