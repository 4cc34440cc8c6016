/** Finds bytes that stood there before, the LZ77 half of DEFLATE, and counts what a block has to say. */
import {
  DISTANCES,
  END_OF_BLOCK,
  GOOD_MATCH,
  HASH_BITS,
  HASH_FACTOR,
  LITERALS,
  LONG_LITERAL_BITS,
  MATCH_BITS,
  MAX_MATCH,
  MAX_SKIP,
  MIN_MATCH,
  NICE_MATCH,
  PATIENCE,
  PRICED_LITERALS,
  USUAL_LITERAL_BITS,
  WINDOW,
} from '../parameters'
import {
  BUCKET_BYTES,
  BUCKETS,
  DISTANCE_COUNTS,
  LENGTH_SYMBOLS,
  LITERAL_COSTS,
  LITERAL_COUNTS,
  TOKENS,
} from './memoryLayout'

/** The same strip gives the same bytes, whatever went before. */
export function forget(): void {
  for (let bucket = BUCKETS; bucket < BUCKETS + BUCKET_BYTES; bucket += 16) v128.store(bucket, i32x4.splat(-WINDOW))
  memory.fill(LITERAL_COSTS, <u8>USUAL_LITERAL_BITS, 256)
}

/** Where the next token goes, and where its literals start. */
let token: i32 = 0
let runStart: i32 = 0

/** Finds repeats worth their bits in a block of at most BLOCK_BYTES; counts what is to be said. Returns how many tokens. */
export function parse(from: i32, to: i32): i32 {
  memory.fill(LITERAL_COUNTS, 0, 4 * LITERALS)
  memory.fill(DISTANCE_COUNTS, 0, 4 * DISTANCES)
  store<u32>(LITERAL_COUNTS + 4 * END_OF_BLOCK, 1)
  token = TOKENS
  runStart = from
  const end = to - 8 // the last look reads no further
  let held = 0
  let heldGain = 0
  let misses = 0
  let i = from
  while (i < end) {
    const match = look(i, to)
    const gain = match ? saving(i, match) : 0
    if (held && gain <= heldGain) {
      take(i - 1, held)
      remember(i + 1, min(runStart, end))
      i = runStart
      held = 0
      misses = 0
      continue
    }
    if (held) countLiteral(i - 1)
    held = 0
    if (gain <= 0) {
      countLiteral(i++)
      const stop = min(end, i + min(++misses >> PATIENCE, MAX_SKIP))
      while (i < stop) countLiteral(i++)
    } else if ((match & 511) > GOOD_MATCH) {
      take(i, match)
      remember(i + 1, min(runStart, end))
      i = runStart
      misses = 0
    } else {
      held = match
      heldGain = gain
      i++
    }
  }
  if (held) {
    take(i - 1, held)
    i = runStart
  }
  while (i < to) countLiteral(i++)
  store<u32>(token, to - runStart)
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

function remember(from: i32, to: i32): void {
  for (let at = from; at < to; at++) {
    const word = load<u32>(at)
    push(bucketOf(word), at, word)
  }
}

/** The newest place comes first, the oldest falls out. */
function push(bucket: i32, at: i32, word: u32): void {
  v128.store(bucket, v128.shuffle<i32>(i32x4.splat(at), v128.load(bucket), 0, 4, 5, 6))
  v128.store(bucket, v128.shuffle<i32>(i32x4.splat(word), v128.load(bucket, 16), 0, 4, 5, 6), 16)
}

/** The best of the last places of the same hash, as distance << 9 | length; 0: none. */
function look(at: i32, to: i32): i32 {
  const word = load<u32>(at)
  const bucket = bucketOf(word)
  const isSame = i32x4.eq(v128.load(bucket, 16), i32x4.splat(word))
  const isNear = i32x4.ge_s(v128.load(bucket), i32x4.splat(at - WINDOW))
  let candidates = i32x4.bitmask(v128.and(isSame, isNear))
  const most = min(to - at, MAX_MATCH)
  let best = 0
  while (candidates && (best & 511) <= NICE_MATCH) {
    best = better(best, at, load<i32>(bucket + (ctz(candidates) << 2)), most)
    candidates &= candidates - 1
  }
  push(bucket, at, word)
  return best
}

function better(best: i32, at: i32, place: i32, most: i32): i32 {
  // farther than the best so far: of no use unless it is longer, which its end shows soonest
  const length = best & 511
  if (best && load<u32>(at + length - 3) !== load<u32>(place + length - 3)) return best
  const match = ((at - place) << 9) | countSame(at, place, most)
  return !best || roughSaving(match) > roughSaving(best) ? match : best
}

/** How many bytes agree; the first four are known to. */
function countSame(at: i32, place: i32, most: i32): i32 {
  let length = MIN_MATCH
  while (length + 8 <= most) {
    const difference = load<u64>(at + length) ^ load<u64>(place + length)
    if (difference) return length + <i32>(ctz(difference) >> 3)
    length += 8
  }
  while (length < most && load<u8>(at + length) === load<u8>(place + length)) length++
  return length
}

function roughSaving(match: i32): i32 {
  return LONG_LITERAL_BITS * (match & 511) - extraBits(match >> 9)
}

/** Bits saved by saying the match and not its bytes. */
function saving(at: i32, match: i32): i32 {
  const length = match & 511
  const priced = min(length, PRICED_LITERALS)
  let bits = LONG_LITERAL_BITS * (length - priced) - MATCH_BITS - extraBits(match >> 9)
  for (let i = 0; i < priced; i++) bits += load<u8>(LITERAL_COSTS + <i32>load<u8>(at + i))
  return bits
}

export function extraBits(distance: i32): i32 {
  return distance > 4 ? 30 - clz(distance - 1) : 0
}

/** Two symbols per power of two. */
export function distanceSymbol(distance: i32): i32 {
  const extra = extraBits(distance)
  return distance > 4 ? 2 * extra + 2 + (((distance - 1) >> extra) & 1) : distance - 1
}

function take(at: i32, match: i32): void {
  store<u32>(token, at - runStart)
  store<u32>(token, match, 4)
  token += 8
  const length = LITERAL_COUNTS + 4 * (257 + <i32>load<u8>(LENGTH_SYMBOLS + (match & 511)))
  store<u32>(length, load<u32>(length) + 1)
  const distance = DISTANCE_COUNTS + 4 * distanceSymbol(match >> 9)
  store<u32>(distance, load<u32>(distance) + 1)
  runStart = at + (match & 511)
}
