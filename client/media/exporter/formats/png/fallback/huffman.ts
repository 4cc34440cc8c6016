/** Length-limited Huffman codes for DEFLATE (RFC 1951, 3.2.2). */

/**
 * Returns the code length of each symbol, bits: the optimal Huffman lengths, limited to `maxBits`. 0 for symbols that
 * do not occur.
 */
export function codeLengths(frequencies: Uint32Array, maxBits: number): Uint8Array {
  const lengths = new Uint8Array(frequencies.length)
  const symbols: number[] = []
  for (let s = 0; s < frequencies.length; s++) if (frequencies[s]) symbols.push(s)
  if (symbols.length < 2) {
    for (const symbol of symbols) lengths[symbol] = 1
    return lengths
  }
  const frequency = (symbol: number) => frequencies[symbol] as number
  symbols.sort((x, y) => frequency(x) - frequency(y) || x - y) // equal counts are ordered by symbol, so the file is deterministic

  const perLength = limitLengths(countDepths(symbols.map(frequency)), maxBits)
  let next = 0
  for (let bits = maxBits; bits > 0; bits--) {
    for (let n = perLength[bits] as number; n > 0; n--) lengths[symbols[next++] as number] = bits
  }
  return lengths
}

/** Counts the leaves at each depth of the Huffman tree. `weights` ascend, so two queues replace a heap. */
function countDepths(weights: number[]): Uint32Array {
  const leaves = weights.length
  const weight = new Float64Array(2 * leaves - 1)
  const parent = new Uint16Array(2 * leaves - 1)
  weight.set(weights)
  let leaf = 0
  let node = leaves
  const takeLightest = (made: number) =>
    leaf < leaves && (node >= made || (weight[leaf] as number) <= (weight[node] as number)) ? leaf++ : node++
  for (let made = leaves; made < weight.length; made++) {
    const [x, y] = [takeLightest(made), takeLightest(made)]
    weight[made] = (weight[x] as number) + (weight[y] as number)
    parent[x] = made
    parent[y] = made
  }
  const depth = new Uint8Array(weight.length)
  const counts = new Uint32Array(64)
  for (let i = weight.length - 2; i >= 0; i--) {
    const own = (depth[parent[i] as number] as number) + 1
    depth[i] = own
    if (i < leaves) counts[own] = (counts[own] as number) + 1
  }
  return counts
}

/** Moves deeper leaves up to `maxBits`, then lengthens shorter codes until the Kraft sum is 1 again. */
function limitLengths(counts: Uint32Array, maxBits: number): Uint32Array {
  const add = (bits: number, n: number) => {
    counts[bits] = (counts[bits] as number) + n
  }
  for (let bits = maxBits + 1; bits < counts.length; bits++) {
    add(maxBits, counts[bits] as number)
    counts[bits] = 0
  }
  let excess = -(2 ** maxBits)
  for (let bits = 1; bits <= maxBits; bits++) excess += (counts[bits] as number) * 2 ** (maxBits - bits)
  for (; excess > 0; excess--) {
    let bits = maxBits - 1
    while (counts[bits] === 0) bits--
    add(maxBits, -1)
    add(bits, -1)
    add(bits + 1, 2)
  }
  return counts
}

/**
 * Returns the canonical codes for the lengths; bits reversed because DEFLATE writes the least significant bit first.
 */
export function canonicalCodes(lengths: Uint8Array): Uint16Array {
  const nextCode = new Uint16Array(17)
  let code = 0
  for (let bits = 1; bits <= 15; bits++) {
    nextCode[bits] = code
    for (const length of lengths) if (length === bits) code++
    code <<= 1
  }
  return Uint16Array.from(lengths, (length) => {
    if (length === 0) return 0
    const value = nextCode[length] as number
    nextCode[length] = value + 1
    return reverse(value, length)
  })
}

function reverse(value: number, bits: number): number {
  let out = 0
  for (let i = 0; i < bits; i++) out |= ((value >>> i) & 1) << (bits - 1 - i)
  return out
}
