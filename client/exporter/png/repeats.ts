/**
 * Finds bytes that stood there before, the LZ77 half of DEFLATE. Two ways: runs of one byte, nearly free, for noisy
 * photos; and a search of the last 32 KiB, for smooth ones, where it saves a quarter.
 */
export const MIN_REPEAT = 3
export const MAX_REPEAT = 258
export const WINDOW = 32_768
/** A repeat this long is taken without asking whether the next byte starts a better one. */
const GOOD_ENOUGH = 32
/** Places of the same hash that are looked at. Twice as many take a quarter more time for 2-4 % fewer bytes. */
const TRIES = 4
const HASH_BITS = 15
/** Nothing shorter is found, nor would it save much. */
const HASHED_BYTES = 4
/** Cost in bits of a length and a distance code without the distance's extra bits; tried from 4 to 13 on photos. */
const REPEAT_BITS = 6

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

export interface Costs {
  /** Of each byte value as itself. */
  literalBits: Float32Array
  /** How far back the byte above stands. */
  rowBytes: number
}

export interface Search {
  /** Forget the last strip. */
  reset(): void
  /**
   * Repeats worth their bits between `from` and `to`, block after block. `origin` is where `bytes` begin in the whole
   * stream, which may have moved on since the last block. Up to 4 bytes behind `to` may be read.
   */
  find(bytes: Uint8Array, origin: number, from: number, to: number, costs: Costs, out: Repeats): void
}

/** `blockBytes`: the most that is searched in one go. */
export function createSearch(blockBytes: number): Search {
  /** Where in the stream bytes of each hash were seen last, and from each place how far back the time before. */
  const lastSeen = new Int32Array(1 << HASH_BITS)
  const stepBack = new Uint16Array(WINDOW)
  /** Bits of all literals of the block before each place, in 1/16. */
  const literalsBefore = new Uint32Array(blockBytes + 1)

  function sumLiterals(bytes: Uint8Array, from: number, to: number, literalBits: Float32Array) {
    const sixteenths = Uint32Array.from(literalBits, (bits) => Math.round(16 * bits))
    let sum = 0
    for (let i = from; i < to; i++) {
      literalsBefore[i - from] = sum
      sum += sixteenths[bytes[i] as number] as number
    }
    literalsBefore[to - from] = sum
  }

  /** `place` is counted in the stream. Returns how far back the hash was seen before. */
  function remember(place: number, word: number): number {
    const slot = hash(word)
    const distance = place - (lastSeen[slot] as number)
    lastSeen[slot] = place
    stepBack[place & (WINDOW - 1)] = distance <= WINDOW ? distance : 0
    return distance
  }

  let bestSaving = 0
  let bestLength = 0
  let bestDistance = 0

  /** Try the row above and the last few places of the same hash; what saves most bits becomes the best. */
  function look(view: DataView, origin: number, i: number, seen: number, from: number, to: number, rowBytes: number) {
    const word = view.getUint32(i, true)
    const before = literalsBefore[i - from] as number
    const farthest = Math.min(WINDOW, origin + i)
    bestSaving = 0
    if (to - i < HASHED_BYTES) return
    for (let attempt = 0, distance = rowBytes; attempt <= TRIES; attempt++) {
      if (distance <= farthest && view.getUint32(i - distance, true) === word) {
        const length = countSame(view, i, distance, Math.min(MAX_REPEAT, to - i))
        const extraBits = distance > 4 ? 30 - Math.clz32(distance - 1) : 0
        const saving = (literalsBefore[i + length - from] as number) - before - 16 * (REPEAT_BITS + extraBits)
        if (saving > bestSaving) {
          bestSaving = saving
          bestLength = length
          bestDistance = distance
        }
      }
      const step = attempt === 0 ? seen - distance : (stepBack[(origin + i - distance) & (WINDOW - 1)] as number)
      distance += step
      if (distance > WINDOW || (step === 0 && attempt > 0)) return
    }
  }

  /** What is found waits for one step, in case the next byte starts something better. */
  function find(bytes: Uint8Array, origin: number, from: number, to: number, costs: Costs, out: Repeats) {
    const { literalBits, rowBytes } = costs
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    sumLiterals(bytes, from, to, literalBits)
    out.count = 0
    let heldSaving = 0
    let heldLength = 0
    let heldDistance = 0
    for (let i = from; i < to; i++) {
      const seen = remember(origin + i, view.getUint32(i, true))
      if (heldLength < GOOD_ENOUGH) look(view, origin, i, seen, from, to, rowBytes)
      else bestSaving = 0
      if (heldSaving > 0 && bestSaving <= heldSaving) {
        push(out, i - 1, heldLength, heldDistance)
        const end = i - 1 + heldLength
        while (++i < end) remember(origin + i, view.getUint32(i, true))
        i--
        heldSaving = 0
        heldLength = 0
      } else {
        heldSaving = bestSaving
        heldLength = bestSaving > 0 ? bestLength : 0
        heldDistance = bestDistance
      }
    }
  }

  return { reset: () => void lastSeen.fill(-WINDOW - 1), find }
}

/** How many bytes agree; the first four are known to. */
function countSame(view: DataView, i: number, distance: number, most: number): number {
  let length = HASHED_BYTES
  while (length + 4 <= most && view.getUint32(i + length, true) === view.getUint32(i + length - distance, true))
    length += 4
  while (length < most && view.getUint8(i + length) === view.getUint8(i + length - distance)) length++
  return length
}

const hash = (word: number) => Math.imul(word, 0x9e3779b1) >>> (32 - HASH_BITS)
