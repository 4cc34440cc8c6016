/** Length-limited Huffman codes for DEFLATE (RFC 1951, 3.2.2). */
import { DEPTHS, LENGTH_COUNTS, PARENTS, SORT_KEYS, WEIGHTS } from './memoryLayout'

/**
 * Computes optimal Huffman code lengths of at most `maxBits` bits. Length 0 = the symbol does not occur. `counts`:
 * address of the frequencies of `symbols` symbols (u32 each). `lengths`: address of the result (u8 each).
 */
export function codeLengths(counts: i32, symbols: i32, maxBits: i32, lengths: i32): void {
  memory.fill(lengths, 0, symbols)
  let used = 0
  for (let symbol = 0; symbol < symbols; symbol++) {
    const count = load<u32>(counts + 4 * symbol)
    // Orders equal counts by symbol, so that the file is deterministic.
    if (count) store<u32>(SORT_KEYS + 4 * used++, (count << 9) | symbol)
  }
  if (used < 2) {
    if (used) store<u8>(lengths + symbolOf(0), 1)
    return
  }
  sortKeys(used)
  countDepths(used)
  limitLengths(maxBits)
  let next = 0
  for (let bits = maxBits; bits > 0; bits--)
    for (let n = load<u32>(LENGTH_COUNTS + 4 * bits); n > 0; n--) store<u8>(lengths + symbolOf(next++), bits)
}

function symbolOf(rank: i32): i32 {
  return load<u32>(SORT_KEYS + 4 * rank) & 511
}

/** Sorts the keys by Shellsort with Ciura's gaps. */
function sortKeys(count: i32): void {
  sortByGap(count, 132)
  sortByGap(count, 57)
  sortByGap(count, 23)
  sortByGap(count, 10)
  sortByGap(count, 4)
  sortByGap(count, 1)
}

function sortByGap(count: i32, gap: i32): void {
  for (let i = gap; i < count; i++) {
    const key = load<u32>(SORT_KEYS + 4 * i)
    let k = i
    while (k >= gap && load<u32>(SORT_KEYS + 4 * (k - gap)) > key) {
      store<u32>(SORT_KEYS + 4 * k, load<u32>(SORT_KEYS + 4 * (k - gap)))
      k -= gap
    }
    store<u32>(SORT_KEYS + 4 * k, key)
  }
}

/** Counts the leaves at each depth of the Huffman tree. The keys are ascending, so two queues replace a heap. */
function countDepths(leaves: i32): void {
  const last = 2 * leaves - 2
  for (let i = 0; i < leaves; i++) store<u32>(WEIGHTS + 4 * i, load<u32>(SORT_KEYS + 4 * i) >> 9)
  let leaf = 0
  let node = leaves
  for (let made = leaves; made <= last; made++) {
    let weight: u32 = 0
    for (let child = 0; child < 2; child++) {
      const isLeaf = leaf < leaves && (node >= made || load<u32>(WEIGHTS + 4 * leaf) <= load<u32>(WEIGHTS + 4 * node))
      const lightest = isLeaf ? leaf++ : node++
      weight += load<u32>(WEIGHTS + 4 * lightest)
      store<u16>(PARENTS + 2 * lightest, made)
    }
    store<u32>(WEIGHTS + 4 * made, weight)
  }
  memory.fill(LENGTH_COUNTS, 0, 4 * 64)
  store<u8>(DEPTHS + last, 0)
  for (let i = last - 1; i >= 0; i--) {
    const depth = load<u8>(DEPTHS + <i32>load<u16>(PARENTS + 2 * i)) + 1
    store<u8>(DEPTHS + i, depth)
    if (i < leaves) addToCount(depth, 1)
  }
}

function addToCount(bits: i32, n: i32): void {
  store<i32>(LENGTH_COUNTS + 4 * bits, load<i32>(LENGTH_COUNTS + 4 * bits) + n)
}

/** Limits the depth of all leaves to `maxBits`, then lengthens shorter codes until the Kraft sum is 1. */
function limitLengths(maxBits: i32): void {
  for (let bits = maxBits + 1; bits < 64; bits++) {
    addToCount(maxBits, load<i32>(LENGTH_COUNTS + 4 * bits))
    store<i32>(LENGTH_COUNTS + 4 * bits, 0)
  }
  let excess = -(1 << maxBits)
  for (let bits = 1; bits <= maxBits; bits++) excess += load<i32>(LENGTH_COUNTS + 4 * bits) << (maxBits - bits)
  for (; excess > 0; excess--) {
    let bits = maxBits - 1
    while (!load<i32>(LENGTH_COUNTS + 4 * bits)) bits--
    addToCount(maxBits, -1)
    addToCount(bits, -1)
    addToCount(bits + 1, 2)
  }
}

/**
 * Computes the canonical codes of `symbols` symbols. `lengths`: address of the code lengths (u8 each). `codes`: address
 * of the result, code × 16 + length (u32 each). Reverses each code's bits: DEFLATE sends a code's highest bit first
 * (RFC 1951, 3.1.1), but `putBits` writes the lowest bit first.
 */
export function assignCodes(lengths: i32, symbols: i32, codes: i32): void {
  let code = 0
  for (let bits = 1; bits <= 15; bits++) {
    for (let symbol = 0; symbol < symbols; symbol++)
      if (<i32>load<u8>(lengths + symbol) === bits) store<u32>(codes + 4 * symbol, (reverse(code++, bits) << 4) | bits)
    code <<= 1
  }
  for (let symbol = 0; symbol < symbols; symbol++) if (!load<u8>(lengths + symbol)) store<u32>(codes + 4 * symbol, 0)
}

function reverse(value: i32, bits: i32): i32 {
  let out = 0
  for (let i = 0; i < bits; i++) out |= ((value >> i) & 1) << (bits - 1 - i)
  return out
}

/** Returns the number of extra bits after a length symbol (RFC 1951, 3.2.5). `symbol`: length code − 257, 0..28. */
export function lengthExtraBits(symbol: i32): i32 {
  return symbol < 8 || symbol === 28 ? 0 : (symbol >> 2) - 1
}
