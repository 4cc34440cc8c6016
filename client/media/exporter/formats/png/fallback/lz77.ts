/** LZ77 parsing with lazy matching (RFC 1951, 4). */
import {
  CANDIDATES_PER_HASH,
  HASH_BITS,
  HASH_FACTOR,
  LONG_LITERAL_BITS,
  MATCH_BITS,
  MAX_LAZY_LENGTH,
  MAX_MATCH_LENGTH,
  MAX_SKIP,
  MIN_MATCH_LENGTH,
  NICE_LENGTH,
  PRICED_LITERALS,
  SKIP_TRIGGER,
  WINDOW_BYTES,
} from '../parameters.ts'
import { distanceExtraBits } from './lengthDistanceCodes.ts'

/** A match: the `length` bytes from `at` on equal the bytes `distance` before them. */
export interface Match {
  at: number
  length: number
  distance: number
}

/** The bytes `from` (inclusive) to `to` (exclusive) as literals and matches. */
export interface ParsedBlock {
  bytes: Uint8Array
  from: number
  to: number
  /** Ascending, without overlap. */
  matches: Match[]
}

/** Returns a function that parses one block after the other. `costs`: bits of each byte value as a literal. */
export function createMatchFinder(bytes: Uint8Array) {
  const seen = new Map<number, number[]>()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

  /** Inserts `at`; returns the earlier positions of the same hash, newest first. */
  function insert(at: number): number[] {
    const hash = Math.imul(view.getUint32(at, true), HASH_FACTOR) >>> (32 - HASH_BITS)
    const places = seen.get(hash) ?? []
    seen.set(hash, [at, ...places].slice(0, CANDIDATES_PER_HASH))
    return places
  }

  function findMatch(at: number, to: number): Match | null {
    let best: Match | null = null
    for (const place of insert(at)) {
      const match = { at, distance: at - place, length: matchLength(at, place, Math.min(to - at, MAX_MATCH_LENGTH)) }
      const isMatch = match.distance <= WINDOW_BYTES && match.length >= MIN_MATCH_LENGTH
      if (isMatch && (!best || approximateSaving(match) > approximateSaving(best))) best = match
      if (best && best.length > NICE_LENGTH) break
    }
    return best
  }

  function matchLength(at: number, place: number, most: number): number {
    let length = 0
    while (length < most && bytes[at + length] === bytes[place + length]) length++
    return length
  }

  /** Bits saved by a match instead of literals. */
  function bitsSaved({ at, length, distance }: Match, costs: Uint8Array): number {
    const priced = Math.min(length, PRICED_LITERALS)
    let bits = LONG_LITERAL_BITS * (length - priced) - MATCH_BITS - distanceExtraBits(distance)
    for (const value of bytes.subarray(at, at + priced)) bits += costs[value] as number
    return bits
  }

  return function parse(from: number, to: number, costs: Uint8Array): ParsedBlock {
    const matches: Match[] = []
    const end = to - 8 // the WebAssembly kernel reads eight bytes at once
    let lazyMatch: (Match & { gain: number }) | null = null
    let misses = 0
    let i = from

    function emitMatch({ at, length, distance }: Match) {
      matches.push({ at, length, distance })
      for (let k = i + 1; k < Math.min(at + length, end); k++) insert(k)
      i = at + length
      misses = 0
    }

    while (i < end) {
      const match = findMatch(i, to)
      const gain = match ? bitsSaved(match, costs) : 0
      if (lazyMatch && gain <= lazyMatch.gain) {
        emitMatch(lazyMatch)
        lazyMatch = null
      } else if (match && gain > 0) {
        lazyMatch = match.length > MAX_LAZY_LENGTH ? null : { ...match, gain }
        if (lazyMatch) i++
        else emitMatch(match)
      } else {
        lazyMatch = null
        misses++
        i = Math.max(i + 1, Math.min(end, i + 1 + Math.min(misses >> SKIP_TRIGGER, MAX_SKIP)))
      }
    }
    if (lazyMatch) emitMatch(lazyMatch)
    return { bytes, from, to, matches }
  }
}

/** Bits saved, assuming the same cost for every literal. */
const approximateSaving = ({ length, distance }: Match) => LONG_LITERAL_BITS * length - distanceExtraBits(distance)
