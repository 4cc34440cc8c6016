/** DEFLATE blocks with their own Huffman codes (RFC 1951, 3.2.7). */
import { canonicalCodes, codeLengths } from './huffman.ts'
import type { Repeats } from './repeats.ts'

/** Bytes per block: small enough to follow the picture, large enough to pay for its code tables. */
export const BLOCK_BYTES = 1 << 16
/** Two codes and seven waiting bits fit into one 32-bit word; DEFLATE would allow 15. */
const MAX_CODE_BITS = 12

const LITERALS = 286
const DISTANCES = 30
const END_OF_BLOCK = 256
const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
]
/** Length code − 257 by length. */
const LENGTH_CODE = Uint8Array.from({ length: 259 }, (_, length) => LENGTH_BASE.findLastIndex((base) => base <= length))
const lengthExtraBits = (code: number) => (code < 8 || code === 28 ? 0 : (code >> 2) - 1)
const LENGTH_CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** A distance's code and number of extra bits: two codes per power of two. */
function distanceCode(distance: number): { code: number; extraBits: number } {
  if (distance <= 4) return { code: distance - 1, extraBits: 0 }
  const extraBits = 30 - Math.clz32(distance - 1)
  return { code: 2 * extraBits + 2 + (((distance - 1) >> extraBits) & 1), extraBits }
}

/** Frequencies of everything a block says. */
export interface Census {
  literals: Uint32Array
  distances: Uint32Array
  /** Bits behind the length and distance codes that no code shortens. */
  extraBits: number
}

/** Count the bytes between `from` and `to` that no repeat covers, and the repeats. */
export function takeCensus(bytes: Uint8Array, from: number, to: number, repeats: Repeats): Census {
  const literals = countBytes(bytes, from, to, repeats)
  const distances = new Uint32Array(DISTANCES)
  let extraBits = 0
  for (let r = 0; r < repeats.count; r++) {
    const length = LENGTH_CODE[repeats.length[r] as number] as number
    const distance = distanceCode(repeats.distance[r] as number)
    literals[257 + length] = (literals[257 + length] as number) + 1
    distances[distance.code] = (distances[distance.code] as number) + 1
    extraBits += lengthExtraBits(length) + distance.extraBits
  }
  literals[END_OF_BLOCK] = 1
  return { literals, distances, extraBits }
}

/** In four tables by turns, so that equal neighbours do not wait for each other's count. */
function countBytes(bytes: Uint8Array, from: number, to: number, repeats: Repeats): Uint32Array {
  const counts = new Uint32Array(4 * 256)
  let i = from
  for (let r = 0; r <= repeats.count; r++) {
    const stop = r < repeats.count ? (repeats.at[r] as number) : to
    for (; i + 4 <= stop; i += 4) {
      const p = bytes[i] as number
      const q = 256 + (bytes[i + 1] as number)
      const s = 512 + (bytes[i + 2] as number)
      const t = 768 + (bytes[i + 3] as number)
      counts[p] = (counts[p] as number) + 1
      counts[q] = (counts[q] as number) + 1
      counts[s] = (counts[s] as number) + 1
      counts[t] = (counts[t] as number) + 1
    }
    for (; i < stop; i++) {
      const p = bytes[i] as number
      counts[p] = (counts[p] as number) + 1
    }
    if (r < repeats.count) i += repeats.length[r] as number
  }
  const sums = new Uint32Array(LITERALS)
  for (let k = 0; k < counts.length; k++) sums[k & 255] = (sums[k & 255] as number) + (counts[k] as number)
  return sums
}

/** What ideal codes would need, in bits; no code is shorter than one bit. */
export function idealBits({ literals, distances, extraBits }: Census): number {
  return extraBits + entropy(literals) + entropy(distances)
}

function entropy(counts: Uint32Array): number {
  const total = counts.reduce((sum, n) => sum + n, 0)
  return counts.reduce((bits, n) => (n > 0 ? bits + n * Math.max(1, Math.log2(total / n)) : bits), 0)
}

/** Writes bits, lowest first, into a buffer that is never outgrown: the caller made it large enough. */
export class BlockWriter {
  readonly #out: DataView
  #at: number
  /** Fewer than eight bits that wait for a whole byte. */
  #bits = 0
  #bitCount = 0

  constructor(out: Uint8Array, at: number) {
    this.#out = new DataView(out.buffer, out.byteOffset, out.length)
    this.#at = at
  }

  /** At most 25 bits. */
  #put(value: number, bits: number) {
    this.#bits |= value << this.#bitCount
    this.#bitCount += bits
    this.#out.setUint32(this.#at, this.#bits, true)
    this.#at += this.#bitCount >>> 3
    this.#bits = this.#bitCount < 32 ? this.#bits >>> (this.#bitCount & 24) : 0
    this.#bitCount &= 7
  }

  block(bytes: Uint8Array, from: number, to: number, repeats: Repeats, census: Census) {
    const literalLengths = codeLengths(census.literals, MAX_CODE_BITS)
    const distanceLengths = codeLengths(census.distances, MAX_CODE_BITS)
    if (repeats.count === 0) distanceLengths[0] = 1 // at least one distance code must be sent
    const literals = pack(literalLengths)
    this.#header(literalLengths, distanceLengths)
    this.#body(bytes, from, to, repeats, literals, pack(distanceLengths))
    this.#put((literals[END_OF_BLOCK] as number) >>> 4, (literals[END_OF_BLOCK] as number) & 15)
  }

  /** An empty stored block: the next bits start at a byte, so that pieces made apart can be joined. Returns the end. */
  align(): number {
    this.#put(0, 3)
    if (this.#bitCount > 0) this.#put(0, 8 - this.#bitCount)
    this.#out.setUint32(this.#at, 0xffff0000, true)
    this.#at += 4
    return this.#at
  }

  /** The code lengths, themselves coded, with zeros run-length coded. */
  #header(literalLengths: Uint8Array, distanceLengths: Uint8Array) {
    const items = runsOfZeros([...literalLengths, ...distanceLengths])
    const counts = new Uint32Array(19)
    for (const { symbol } of items) counts[symbol] = (counts[symbol] as number) + 1
    const lengths = codeLengths(counts, 7)
    const codes = canonicalCodes(lengths)
    this.#put(0b100, 3) // not the last block, dynamic codes
    this.#put(LITERALS - 257, 5)
    this.#put(DISTANCES - 1, 5)
    this.#put(LENGTH_CODE_ORDER.length - 4, 4)
    for (const symbol of LENGTH_CODE_ORDER) this.#put(lengths[symbol] as number, 3)
    for (const { symbol, extra } of items) {
      this.#put(codes[symbol] as number, lengths[symbol] as number)
      if (symbol === 17) this.#put(extra, 3)
      if (symbol === 18) this.#put(extra, 7)
    }
  }

  #body(b: Uint8Array, from: number, to: number, repeats: Repeats, literals: Uint16Array, distances: Uint16Array) {
    let i = from
    for (let r = 0; r < repeats.count; r++) {
      this.#literals(b, i, repeats.at[r] as number, literals)
      this.#repeat(repeats.length[r] as number, repeats.distance[r] as number, literals, distances)
      i = (repeats.at[r] as number) + (repeats.length[r] as number)
    }
    this.#literals(b, i, to, literals)
  }

  /** The hot loop: two bytes per turn, one unaligned store, no branch. */
  #literals(bytes: Uint8Array, from: number, to: number, codes: Uint16Array) {
    const out = this.#out
    let at = this.#at
    let bits = this.#bits
    let bitCount = this.#bitCount
    let i = from
    for (; i + 1 < to; i += 2) {
      const first = codes[bytes[i] as number] as number
      const second = codes[bytes[i + 1] as number] as number
      const firstBits = first & 15
      bits |= ((first >>> 4) | ((second >>> 4) << firstBits)) << bitCount
      bitCount += firstBits + (second & 15)
      out.setUint32(at, bits, true)
      at += bitCount >>> 3
      bits >>>= bitCount & 24
      bitCount &= 7
    }
    this.#at = at
    this.#bits = bits
    this.#bitCount = bitCount
    if (i < to) {
      const last = codes[bytes[i] as number] as number
      this.#put(last >>> 4, last & 15)
    }
  }

  #repeat(length: number, distance: number, literals: Uint16Array, distances: Uint16Array) {
    const lengthCode = LENGTH_CODE[length] as number
    const packedLength = literals[257 + lengthCode] as number
    const lengthBits = packedLength & 15
    const lengthExtra = length - (LENGTH_BASE[lengthCode] as number)
    this.#put((packedLength >>> 4) | (lengthExtra << lengthBits), lengthBits + lengthExtraBits(lengthCode))
    const { code, extraBits } = distanceCode(distance)
    const packedDistance = distances[code] as number
    const distanceBits = packedDistance & 15
    const distanceExtra = (distance - 1) & ((1 << extraBits) - 1)
    this.#put((packedDistance >>> 4) | (distanceExtra << distanceBits), distanceBits + extraBits)
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
