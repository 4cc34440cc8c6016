/**
 * Finds bytes that stood there before, the LZ77 half of DEFLATE. Two ways: runs of one byte, nearly free, for noisy
 * photos; and a search of the last 32 KiB, for smooth ones, where it saves a quarter.
 */
export const MIN_REPEAT = 3
export const MAX_REPEAT = 258
const WINDOW = 32_768
/** Shorter repeats than this are not searched for: they rarely beat their own literals. */
const MIN_SEARCHED = 4
/** A repeat this long is taken without asking whether the next byte starts a longer one. */
const GOOD_ENOUGH = 32
const HASH_BITS = 15
/** Rough cost in bits of a length and a distance code without the distance's extra bits. */
const REPEAT_BITS = 10

/** Non-overlapping, ascending; `count` of each list are in use. */
export interface Repeats {
  count: number
  /** Where the repeat starts, its length and how far back its pattern stands, all in bytes. */
  readonly at: Uint32Array
  readonly length: Uint16Array
  readonly distance: Uint16Array
}

/** Room for the repeats of a block: each is MIN_REPEAT bytes long at least. */
export function roomForRepeats(blockBytes: number): Repeats {
  const most = Math.ceil(blockBytes / MIN_REPEAT)
  return { count: 0, at: new Uint32Array(most), length: new Uint16Array(most), distance: new Uint16Array(most) }
}

function push(out: Repeats, at: number, length: number, distance: number) {
  out.at[out.count] = at
  out.length[out.count] = length
  out.distance[out.count++] = distance
}

/** Runs that fill two aligned words of four bytes at least. `words` are the bytes themselves; `from` is a multiple of 4. */
export function findRuns(words: Uint32Array, from: number, to: number, out: Repeats) {
  out.count = 0
  const end = to >>> 2
  for (let k = from >>> 2; k + 1 < end; ) {
    const word = words[k] as number
    if (word !== words[k + 1] || word !== ((word << 8) | (word >>> 24)) >>> 0) {
      k++
      continue
    }
    const start = k
    while (k < end && words[k] === word) k++
    pushRun(out, 4 * start + 1, 4 * (k - start) - 1)
  }
}

function pushRun(out: Repeats, at: number, length: number) {
  while (length >= MIN_REPEAT) {
    const part = Math.min(length, MAX_REPEAT)
    push(out, at, part, 1)
    at += part
    length -= part
  }
}

export interface Search {
  /** Forget the last strip. */
  reset(): void
  /**
   * Repeats worth their bits between `from` and `to`; call it block after block. `literalBits` is what each byte value
   * costs as itself, `rowBytes` the distance to the byte above. Up to 3 bytes behind `to` may be read.
   */
  find(bytes: Uint8Array, from: number, to: number, literalBits: Float32Array, rowBytes: number, out: Repeats): void
}

export function createSearch(): Search {
  /** Where bytes of each hash were seen last. */
  const lastSeen = new Int32Array(1 << HASH_BITS)
  let bestLength = 0
  let bestDistance = 0

  /** The longest of three candidates at `i`: the run, the row above, the same hash. Returns the bits it saves. */
  function look(view: DataView, i: number, to: number, literalBits: Float32Array, rowBytes: number): number {
    const word = view.getUint32(i, true)
    const slot = hash(word)
    const seen = i - (lastSeen[slot] as number)
    lastSeen[slot] = i
    bestLength = 0
    if (i > 0 && word === view.getUint32(i - 1, true)) consider(view, i, 1, to)
    if (bestLength < GOOD_ENOUGH && i >= rowBytes && rowBytes <= WINDOW && word === view.getUint32(i - rowBytes, true))
      consider(view, i, rowBytes, to)
    if (bestLength < GOOD_ENOUGH && seen <= WINDOW && word === view.getUint32(i - seen, true))
      consider(view, i, seen, to)
    if (bestLength < MIN_SEARCHED) return 0
    let saved = -REPEAT_BITS - (bestDistance > 4 ? 30 - Math.clz32(bestDistance) : 0)
    for (let k = i; k < i + bestLength; k++) saved += literalBits[view.getUint8(k)] as number
    return saved
  }

  function consider(view: DataView, i: number, distance: number, to: number) {
    const most = Math.min(MAX_REPEAT, to - i)
    let length = 0
    while (length + 4 <= most && view.getUint32(i + length, true) === view.getUint32(i + length - distance, true))
      length += 4
    while (length < most && view.getUint8(i + length) === view.getUint8(i + length - distance)) length++
    // a far pattern must be longer by two, for its distance costs more
    if (length > bestLength + (bestLength > 0 && distance > bestDistance ? 1 : 0)) {
      bestLength = length
      bestDistance = distance
    }
  }

  function remember(view: DataView, from: number, to: number) {
    for (let i = from; i < to; i++) lastSeen[hash(view.getUint32(i, true))] = i
  }

  return {
    reset: () => void lastSeen.fill(-WINDOW - 1),
    find(bytes, from, to, literalBits, rowBytes, out) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
      out.count = 0
      for (let i = from; i < to; ) {
        let saved = look(view, i, to, literalBits, rowBytes)
        if (saved <= 0) {
          i++
          continue
        }
        let length = bestLength
        let distance = bestDistance
        while (length < GOOD_ENOUGH && i + 1 < to) {
          const savedLater = look(view, i + 1, to, literalBits, rowBytes)
          if (savedLater <= saved) break
          i++
          saved = savedLater
          length = bestLength
          distance = bestDistance
        }
        push(out, i, length, distance)
        remember(view, i + 2, Math.min(i + length, to))
        i += length
      }
    },
  }
}

const hash = (word: number) => Math.imul(word, 0x9e3779b1) >>> (32 - HASH_BITS)
