/**
 * The encoder's inner loops in AssemblyScript, compiled to WebAssembly by scripts/kernel/vite.ts: filtering, the search
 * for repeats and the writing of codes. Constants come from map.ts. Twin: twin.ts, line for line, byte for byte.
 */

/** `rows` RGBA rows of `width` px at `pixels`, behind the row above them → filtered rows of `channels` bytes per px. */
export function filter(
  kind: i32,
  pixels: usize,
  width: i32,
  channels: i32,
  rows: i32,
  packed: usize,
  out: usize,
): void {
  const rowBytes: usize = width * channels
  const other = packed + rowBytes + SLACK
  let above = packRow(pixels, packed, width, channels)
  for (let y = 1; y <= rows; y++) {
    const row = packRow(pixels + 4 * width * y, y & 1 ? other : packed, width, channels)
    store<u8>(out, kind)
    if (kind === UP) up(row, above, out + 1, rowBytes)
    else average(row, above, out + 1, rowBytes, channels)
    out += rowBytes + 1
    above = row
  }
}

/** Without the alpha bytes at `out`, or where it is. Returns where. */
function packRow(rgba: usize, out: usize, width: i32, channels: i32): usize {
  if (channels === 4) return rgba
  const colours = i8x16(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1)
  for (let x = 0; x < width; x += 4) v128.store(out + 3 * x, i8x16.swizzle(v128.load(rgba + 4 * x), colours))
  return out
}

function up(row: usize, above: usize, out: usize, length: usize): void {
  for (let i: usize = 0; i < length; i += 16) v128.store(out + i, i8x16.sub(v128.load(row + i), v128.load(above + i)))
}

function average(row: usize, above: usize, out: usize, length: usize, channels: usize): void {
  for (let i: usize = 0; i < channels; i++) store<u8>(out + i, load<u8>(row + i) - (load<u8>(above + i) >> 1))
  for (let i = channels; i < length; i += 16) {
    const a = v128.load(row + i - channels)
    const b = v128.load(above + i)
    // the instruction rounds up, PNG down
    const guess = i8x16.sub(i8x16.avgr_u(a, b), v128.and(v128.xor(a, b), i8x16.splat(1)))
    v128.store(out + i, i8x16.sub(v128.load(row + i), guess))
  }
}

/** Where the next token goes, and where its literals start. */
let token: i32 = 0
let runStart: i32 = 0

/** Finds repeats worth their bits in a block of at most BLOCK_BYTES; counts what is to be said. Returns how many tokens. */
export function parse(from: i32, to: i32): i32 {
  memory.fill(LITERAL_COUNTS, 0, 4 * 286)
  memory.fill(DISTANCE_COUNTS, 0, 4 * 30)
  store<u32>(LITERAL_COUNTS + 4 * 256, 1) // end of block
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

function bucketOf(at: i32): i32 {
  return BUCKETS + (((load<u32>(at) * 0x9e3779b1) >>> (32 - HASH_BITS)) << 4)
}

function remember(from: i32, to: i32): void {
  for (let at = from; at < to; at++) {
    const bucket = bucketOf(at)
    v128.store(bucket, v128.shuffle<i32>(i32x4.splat(at), v128.load(bucket), 0, 4, 5, 6))
  }
}

/** The best of the last four places of the same hash, as distance << 9 | length; 0: none. */
function look(at: i32, to: i32): i32 {
  const bucket = bucketOf(at)
  const places = v128.load(bucket)
  v128.store(bucket, v128.shuffle<i32>(i32x4.splat(at), places, 0, 4, 5, 6))
  const most = min(to - at, MAX_MATCH)
  let best = better(0, at, i32x4.extract_lane(places, 0), most)
  if ((best & 511) > NICE_MATCH) return best
  best = better(best, at, i32x4.extract_lane(places, 1), most)
  if ((best & 511) > NICE_MATCH) return best
  best = better(best, at, i32x4.extract_lane(places, 2), most)
  if ((best & 511) > NICE_MATCH) return best
  return better(best, at, i32x4.extract_lane(places, 3), most)
}

function better(best: i32, at: i32, place: i32, most: i32): i32 {
  const distance = at - place
  if (distance > WINDOW || load<u32>(at) !== load<u32>(place)) return best
  // farther than the best so far: of no use unless it is longer, which its end shows soonest
  const length = best & 511
  if (best && load<u32>(at + length - 3) !== load<u32>(place + length - 3)) return best
  const match = (distance << 9) | countSame(at, place, most)
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

function extraBits(distance: i32): i32 {
  return distance > 4 ? 30 - clz(distance - 1) : 0
}

/** Two symbols per power of two. */
function distanceSymbol(distance: i32): i32 {
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

/** Where the next bits go, those that wait for a whole byte, and how many. */
let out: i32 = 0
let bits: u64 = 0
let bitCount: u64 = 0

export function startAt(address: i32): void {
  out = address
  bits = 0
  bitCount = 0
}

/** Up to 16 bits, lowest first. */
export function put(value: i32, count: i32): void {
  bits |= (<u64>value) << bitCount
  bitCount += count
  store<u64>(out, bits)
  out += <i32>(bitCount >> 3)
  bits >>= bitCount & 56
  bitCount &= 7
}

/** The end of what was written, after filling up its last byte. */
export function finish(): i32 {
  if (bitCount) put(0, 8 - <i32>bitCount)
  return out
}

/** Says the block that was parsed last, by the codes in the tables. Four literals, or a match, fit into 56 bits. */
export function write(from: i32, tokens: i32): void {
  let o = out
  let b = bits
  let n = bitCount
  let at = from
  for (let t = TOKENS; t < TOKENS + 8 * tokens; t += 8) {
    const stop = at + load<i32>(t)
    for (; at + 4 <= stop; at += 4) {
      const p = codeOf(at)
      const q = codeOf(at + 1)
      const r = codeOf(at + 2)
      const s = codeOf(at + 3)
      b |= (<u64>(p >> 4)) << n
      n += p & 15
      b |= (<u64>(q >> 4)) << n
      n += q & 15
      b |= (<u64>(r >> 4)) << n
      n += r & 15
      b |= (<u64>(s >> 4)) << n
      n += s & 15
      store<u64>(o, b)
      o += <i32>(n >> 3)
      b >>= n & 56
      n &= 7
    }
    for (; at < stop; at++) {
      const code = codeOf(at)
      b |= (<u64>(code >> 4)) << n
      n += code & 15
    }
    store<u64>(o, b)
    o += <i32>(n >> 3)
    b >>= n & 56
    n &= 7
    const match = load<i32>(t, 4)
    if (!match) continue
    const length = match & 511
    const lengthSymbol = <i32>load<u8>(LENGTH_SYMBOLS + length)
    const lengthCode = load<u32>(LITERAL_CODES + 4 * (257 + lengthSymbol))
    b |= (<u64>(lengthCode >> 4)) << n
    n += lengthCode & 15
    b |= (<u64>(length - <i32>load<u16>(LENGTH_BASES + 2 * lengthSymbol))) << n
    n += lengthSymbol < 8 || lengthSymbol === 28 ? 0 : (lengthSymbol >> 2) - 1
    const distance = match >> 9
    const distanceCode = load<u32>(DISTANCE_CODES + 4 * distanceSymbol(distance))
    const extra = extraBits(distance)
    b |= (<u64>(distanceCode >> 4)) << n
    n += distanceCode & 15
    b |= (<u64>((distance - 1) & ((1 << extra) - 1))) << n
    n += extra
    store<u64>(o, b)
    o += <i32>(n >> 3)
    b >>= n & 56
    n &= 7
    at += length
  }
  out = o
  bits = b
  bitCount = n
}

function codeOf(at: i32): u32 {
  return load<u32>(LITERAL_CODES + 4 * <i32>load<u8>(at))
}
