/** LZ77 parsing with lazy matching (RFC 1951, 4), and the symbol counts of a block. */

import {
  BUCKET_BYTES,
  BUCKETS,
  DISTANCE_COUNTS,
  LENGTH_SYMBOLS,
  LITERAL_COSTS,
  LITERAL_COUNTS,
  TOKENS,
} from './memoryLayout'
import {
  DISTANCE_ALPHABET_SIZE,
  END_OF_BLOCK,
  HASH_BITS,
  HASH_FACTOR,
  INITIAL_LITERAL_BITS,
  LITERAL_ALPHABET_SIZE,
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
} from './parameters'

/** Removes positions of earlier strips and resets the literal costs. Equal strips are then encoded to equal bytes. */
export function resetMatchFinder(): void {
  for (let bucket = BUCKETS; bucket < BUCKETS + BUCKET_BYTES; bucket += 16)
    v128.store(bucket, i32x4.splat(-WINDOW_BYTES))
  memory.fill(LITERAL_COSTS, <u8>INITIAL_LITERAL_BITS, 256)
}

/** Address of the next token. The next variable is the address of the first literal of this token. */
let token: i32 = 0
let literalRunStart: i32 = 0

/** Parses a block of at most BLOCK_BYTES bytes into tokens and counts their symbols. Returns the number of tokens. */
export function parseBlock(from: i32, to: i32): i32 {
  memory.fill(LITERAL_COUNTS, 0, 4 * LITERAL_ALPHABET_SIZE)
  memory.fill(DISTANCE_COUNTS, 0, 4 * DISTANCE_ALPHABET_SIZE)
  store<u32>(LITERAL_COUNTS + 4 * END_OF_BLOCK, 1)
  token = TOKENS
  literalRunStart = from
  const end = to - 8 // the search reads eight bytes per step
  let lazyMatch = 0
  let lazyGain = 0
  let misses = 0
  let i = from
  while (i < end) {
    const match = findMatch(i, to)
    const gain = match ? bitsSaved(i, match) : 0
    if (lazyMatch && gain <= lazyGain) {
      emitMatch(i - 1, lazyMatch)
      insertHashes(i + 1, min(literalRunStart, end))
      i = literalRunStart
      lazyMatch = 0
      misses = 0
      continue
    }
    if (lazyMatch) countLiteral(i - 1)
    lazyMatch = 0
    if (gain <= 0) {
      countLiteral(i++)
      const stop = min(end, i + min(++misses >> SKIP_TRIGGER, MAX_SKIP))
      while (i < stop) countLiteral(i++)
    } else if ((match & 511) > MAX_LAZY_LENGTH) {
      emitMatch(i, match)
      insertHashes(i + 1, min(literalRunStart, end))
      i = literalRunStart
      misses = 0
    } else {
      lazyMatch = match
      lazyGain = gain
      i++
    }
  }
  if (lazyMatch) {
    emitMatch(i - 1, lazyMatch)
    i = literalRunStart
  }
  while (i < to) countLiteral(i++)
  store<u32>(token, to - literalRunStart)
  store<u32>(token, 0, 4)
  return ((token - TOKENS) >> 3) + 1
}

function countLiteral(at: i32): void {
  const count = LITERAL_COUNTS + 4 * <i32>load<u8>(at)
  store<u32>(count, load<u32>(count) + 1)
}

function bucketOf(word: u32): i32 {
  return BUCKETS + (((word * <u32>HASH_FACTOR) >>> (32 - HASH_BITS)) << 5)
}

function insertHashes(from: i32, to: i32): void {
  for (let at = from; at < to; at++) {
    const word = load<u32>(at)
    insertIntoBucket(bucketOf(word), at, word)
  }
}

/** Inserts the position `at` first in its bucket, and removes the bucket's oldest position. */
function insertIntoBucket(bucket: i32, at: i32, word: u32): void {
  v128.store(bucket, v128.shuffle<i32>(i32x4.splat(at), v128.load(bucket), 0, 4, 5, 6))
  v128.store(bucket, v128.shuffle<i32>(i32x4.splat(word), v128.load(bucket, 16), 0, 4, 5, 6), 16)
}

/** Returns the best match among the last positions with the same hash, as distance << 9 | length, or 0. */
function findMatch(at: i32, to: i32): i32 {
  const word = load<u32>(at)
  const bucket = bucketOf(word)
  const isSame = i32x4.eq(v128.load(bucket, 16), i32x4.splat(word))
  const isNear = i32x4.ge_s(v128.load(bucket), i32x4.splat(at - WINDOW_BYTES))
  let candidates = i32x4.bitmask(v128.and(isSame, isNear))
  const most = min(to - at, MAX_MATCH_LENGTH)
  let best = 0
  while (candidates && (best & 511) <= NICE_LENGTH) {
    best = betterMatch(best, at, load<i32>(bucket + (ctz(candidates) << 2)), most)
    candidates &= candidates - 1
  }
  insertIntoBucket(bucket, at, word)
  return best
}

function betterMatch(best: i32, at: i32, place: i32, most: i32): i32 {
  // Later candidates are farther away, so only a longer match is better. First compare the bytes at the match's end.
  const length = best & 511
  if (best && load<u32>(at + length - 3) !== load<u32>(place + length - 3)) return best
  const match = ((at - place) << 9) | matchLength(at, place, most)
  return !best || approximateSaving(match) > approximateSaving(best) ? match : best
}

/**
 * Returns the number of equal bytes at two addresses, at most `most`. The caller knows that the first four bytes are
 * equal.
 */
function matchLength(at: i32, place: i32, most: i32): i32 {
  let length = MIN_MATCH_LENGTH
  while (length + 8 <= most) {
    const difference = load<u64>(at + length) ^ load<u64>(place + length)
    if (difference) return length + <i32>(ctz(difference) >> 3)
    length += 8
  }
  while (length < most && load<u8>(at + length) === load<u8>(place + length)) length++
  return length
}

function approximateSaving(match: i32): i32 {
  return LONG_LITERAL_BITS * (match & 511) - distanceExtraBits(match >> 9)
}

/** Returns the number of bits that a match saves, compared with literals. */
function bitsSaved(at: i32, match: i32): i32 {
  const length = match & 511
  const priced = min(length, PRICED_LITERALS)
  let bits = LONG_LITERAL_BITS * (length - priced) - MATCH_BITS - distanceExtraBits(match >> 9)
  for (let i = 0; i < priced; i++) bits += load<u8>(LITERAL_COSTS + <i32>load<u8>(at + i))
  return bits
}

/**
 * Returns the number of extra bits after the symbol of a match distance (RFC 1951, 3.2.5). `distance`: 1..32768 bytes.
 */
export function distanceExtraBits(distance: i32): i32 {
  return distance > 4 ? 30 - clz(distance - 1) : 0
}

/** Returns the symbol of a match distance. Each power of two has two symbols (RFC 1951, 3.2.5). */
export function distanceSymbol(distance: i32): i32 {
  const extra = distanceExtraBits(distance)
  return distance > 4 ? 2 * extra + 2 + (((distance - 1) >> extra) & 1) : distance - 1
}

function emitMatch(at: i32, match: i32): void {
  store<u32>(token, at - literalRunStart)
  store<u32>(token, match, 4)
  token += 8
  const length = LITERAL_COUNTS + 4 * (257 + <i32>load<u8>(LENGTH_SYMBOLS + (match & 511)))
  store<u32>(length, load<u32>(length) + 1)
  const distance = DISTANCE_COUNTS + 4 * distanceSymbol(match >> 9)
  store<u32>(distance, load<u32>(distance) + 1)
  literalRunStart = at + (match & 511)
}
