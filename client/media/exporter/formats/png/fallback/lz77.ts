/** Finds bytes that stood there before, the LZ77 half of DEFLATE. */
import {
  GOOD_MATCH,
  HASH_BITS,
  HASH_FACTOR,
  LONG_LITERAL_BITS,
  MATCH_BITS,
  MAX_MATCH,
  MAX_SKIP,
  MIN_MATCH,
  NICE_MATCH,
  PATIENCE,
  PLACES,
  PRICED_LITERALS,
  WINDOW,
} from '../parameters.ts'
import { distanceExtraBits } from './lengthDistanceCodes.ts'

/** Bytes from `at` on that agree with those `distance` before them. */
export interface Match {
  at: number
  length: number
  distance: number
}

export interface Block {
  bytes: Uint8Array
  from: number
  to: number
  /** Ascending, without overlap. */
  matches: Match[]
}

/** Finds what is worth its bits, block after block; `costs`: of each byte value as itself, bits. */
export function createSearch(bytes: Uint8Array) {
  const seen = new Map<number, number[]>()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

  /** Returns the last places of the same hash, newest first. */
  function remember(at: number): number[] {
    const hash = Math.imul(view.getUint32(at, true), HASH_FACTOR) >>> (32 - HASH_BITS)
    const places = seen.get(hash) ?? []
    seen.set(hash, [at, ...places].slice(0, PLACES))
    return places
  }

  function look(at: number, to: number): Match | null {
    let best: Match | null = null
    for (const place of remember(at)) {
      const match = { at, distance: at - place, length: countSame(at, place, Math.min(to - at, MAX_MATCH)) }
      const isMatch = match.distance <= WINDOW && match.length >= MIN_MATCH
      if (isMatch && (!best || roughSaving(match) > roughSaving(best))) best = match
      if (best && best.length > NICE_MATCH) break
    }
    return best
  }

  function countSame(at: number, place: number, most: number): number {
    let length = 0
    while (length < most && bytes[at + length] === bytes[place + length]) length++
    return length
  }

  /** Bits saved by saying the match and not its bytes. */
  function saving({ at, length, distance }: Match, costs: Uint8Array): number {
    const priced = Math.min(length, PRICED_LITERALS)
    let bits = LONG_LITERAL_BITS * (length - priced) - MATCH_BITS - distanceExtraBits(distance)
    for (const value of bytes.subarray(at, at + priced)) bits += costs[value] as number
    return bits
  }

  return function parse(from: number, to: number, costs: Uint8Array): Block {
    const matches: Match[] = []
    const end = to - 8 // the compiled one looks at eight bytes
    let held: (Match & { gain: number }) | null = null
    let misses = 0
    let i = from

    function take({ at, length, distance }: Match) {
      matches.push({ at, length, distance })
      for (let k = i + 1; k < Math.min(at + length, end); k++) remember(k)
      i = at + length
      misses = 0
    }

    while (i < end) {
      const match = look(i, to)
      const gain = match ? saving(match, costs) : 0
      if (held && gain <= held.gain) {
        take(held)
        held = null
      } else if (match && gain > 0) {
        held = match.length > GOOD_MATCH ? null : { ...match, gain }
        if (held) i++
        else take(match)
      } else {
        held = null
        misses++
        i = Math.max(i + 1, Math.min(end, i + 1 + Math.min(misses >> PATIENCE, MAX_SKIP)))
      }
    }
    if (held) take(held)
    return { bytes, from, to, matches }
  }
}

/** Without regard to which literals it replaces. */
const roughSaving = ({ length, distance }: Match) => LONG_LITERAL_BITS * length - distanceExtraBits(distance)
