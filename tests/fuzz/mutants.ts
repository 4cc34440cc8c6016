/** Damaged files and hostile JSON, made from valid ones. */

export type Bytes = Uint8Array<ArrayBuffer>

/** Values at the limits of 32-bit sizes and offsets. */
const BORDERS = [0, 1, 7, 8, 0x7f, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff]

/** Returns a copy of a file with one to eight changes: bits, sizes, copies, truncations and insertions. */
export function mutantOf(seed: Bytes, random: () => number): Bytes {
  const below = (limit: number) => Math.floor(random() * limit)
  let mutant = seed.slice()
  for (let change = below(8); change >= 0 && mutant.length > 8; change--) {
    // places half of the changes at the start, which has most of the structure
    const at = below(below(2) === 0 ? Math.min(200, mutant.length - 4) : mutant.length - 4)
    const kind = below(12)
    if (kind < 4) mutant[at] = (mutant[at] ?? 0) ^ (1 << below(8))
    else if (kind < 8) new DataView(mutant.buffer).setUint32(at, BORDERS[below(BORDERS.length)] ?? 0, below(2) === 0)
    else if (kind < 9) mutant.fill(below(256), at, at + below(40))
    else if (kind < 10) mutant.copyWithin(at, below(mutant.length))
    else if (kind < 11) mutant = new Uint8Array([...mutant.subarray(0, at), ...mutant.subarray(below(at + 1))])
    else mutant = mutant.slice(0, at + 4)
  }
  return mutant
}

/** Names, values and sizes that a careless reader of JSON might trust. */
const HOSTILE: readonly (() => unknown)[] = [
  () => null,
  () => -1,
  () => 1e308,
  () => '__proto__',
  () => 'constructor',
  () => 'x'.repeat(1e5),
  () => [],
  () => ({}),
  () => JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
  () => JSON.parse('['.repeat(5000) + ']'.repeat(5000)),
  () => Array.from({ length: 3000 }, () => ({})),
]

/** Returns a copy of JSON with one to four random hostile values or keys. */
export function hostileJson(json: unknown, random: () => number): unknown {
  const copy = structuredClone(json)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  for (let change = Math.floor(random() * 4); change >= 0; change--) {
    let node = copy as Record<string, unknown>
    for (let depth = 0; depth < 6; depth++) {
      const keys = Object.keys(node).filter((key) => typeof node[key] === 'object' && node[key] !== null)
      if (keys.length === 0 || random() < 0.2) break
      node = node[pick(keys)] as Record<string, unknown>
    }
    const isNamed = random() < 0.2 && !Array.isArray(node)
    const key = isNamed ? pick(['__proto__', 'constructor', 'toString']) : pick(Object.keys(node))
    const value = pick(HOSTILE)()
    if (key !== undefined)
      Object.defineProperty(node, key, { value, enumerable: true, configurable: true, writable: true })
  }
  return copy
}
