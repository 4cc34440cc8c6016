/** What kernel.assembly.ts says, in plain TypeScript: for browsers that do not run it, and to test it against. */
import type { Kernel } from './kernel.ts'
import {
  BUCKETS,
  DISTANCE_CODES,
  DISTANCE_COUNTS,
  GOOD_MATCH,
  HASH_BITS,
  LENGTH_BASES,
  LENGTH_SYMBOLS,
  LITERAL_CODES,
  LITERAL_COSTS,
  LITERAL_COUNTS,
  LONG_LITERAL_BITS,
  MATCH_BITS,
  MAX_MATCH,
  MAX_SKIP,
  MIN_MATCH,
  NICE_MATCH,
  PATIENCE,
  PRICED_LITERALS,
  TOKENS,
  UP,
  WINDOW,
} from './map.ts'

const PLACES = 4

export function createTwin(): Kernel {
  let buffer = new ArrayBuffer(65_536)
  let view = new DataView(buffer)
  let token = 0
  let runStart = 0
  let out = 0
  let bits = 0
  let bitCount = 0

  const byte = (at: number) => view.getUint8(at)
  const word = (at: number) => view.getUint32(at, true)
  const increase = (at: number) => view.setUint32(at, word(at) + 1, true)
  const countLiteral = (at: number) => increase(LITERAL_COUNTS + 4 * byte(at))
  const bucketOf = (at: number) => BUCKETS + 4 * PLACES * (Math.imul(word(at), 0x9e3779b1) >>> (32 - HASH_BITS))

  function filter(
    kind: number,
    pixels: number,
    width: number,
    channels: number,
    rows: number,
    _packed: number,
    to: number,
  ) {
    /** Byte `i` of row `y` without alpha bytes, if they are left out; row 0 is the one above. */
    const at = (y: number, i: number) =>
      i < 0 ? 0 : byte(pixels + 4 * width * y + (channels === 4 ? i : 4 * Math.floor(i / 3) + (i % 3)))
    for (let y = 1; y <= rows; y++) {
      view.setUint8(to++, kind)
      for (let i = 0; i < width * channels; i++) {
        const guess = kind === UP ? at(y - 1, i) : (at(y - 1, i) + at(y, i - channels)) >> 1
        view.setUint8(to++, at(y, i) - guess)
      }
    }
  }

  function remember(at: number): number[] {
    const bucket = bucketOf(at)
    const places = Array.from({ length: PLACES }, (_, i) => view.getInt32(bucket + 4 * i, true))
    for (const [i, place] of [at, ...places.slice(0, -1)].entries()) view.setInt32(bucket + 4 * i, place, true)
    return places
  }

  function look(at: number, to: number): Match | null {
    const most = Math.min(to - at, MAX_MATCH)
    let best: Match | null = null
    for (const place of remember(at)) {
      const distance = at - place
      if (distance <= WINDOW && word(at) === word(place)) {
        let length = MIN_MATCH
        while (length < most && byte(at + length) === byte(place + length)) length++
        const match = { distance, length }
        if (!best || roughSaving(match) > roughSaving(best)) best = match
      }
      if (best && best.length > NICE_MATCH) break
    }
    return best
  }

  function saving(at: number, { distance, length }: Match): number {
    const priced = Math.min(length, PRICED_LITERALS)
    let sum = LONG_LITERAL_BITS * (length - priced) - MATCH_BITS - extraBits(distance)
    for (let i = 0; i < priced; i++) sum += byte(LITERAL_COSTS + byte(at + i))
    return sum
  }

  function take(at: number, { distance, length }: Match) {
    view.setUint32(token, at - runStart, true)
    view.setUint32(token + 4, (distance << 9) | length, true)
    token += 8
    increase(LITERAL_COUNTS + 4 * (257 + byte(LENGTH_SYMBOLS + length)))
    increase(DISTANCE_COUNTS + 4 * distanceSymbol(distance))
    runStart = at + length
  }

  function parse(from: number, to: number): number {
    new Uint8Array(buffer).fill(0, LITERAL_COUNTS, LITERAL_COUNTS + 4 * 286)
    new Uint8Array(buffer).fill(0, DISTANCE_COUNTS, DISTANCE_COUNTS + 4 * 30)
    increase(LITERAL_COUNTS + 4 * 256)
    token = TOKENS
    runStart = from
    const end = to - 8
    let held: (Match & { gain: number }) | null = null
    let misses = 0
    let i = from
    const takeAll = (at: number, next: number, match: Match) => {
      take(at, match)
      for (let k = next; k < Math.min(runStart, end); k++) remember(k)
      misses = 0
      return runStart
    }
    while (i < end) {
      const match = look(i, to)
      const gain = match ? saving(i, match) : 0
      if (held && gain <= held.gain) {
        i = takeAll(i - 1, i + 1, held)
        held = null
        continue
      }
      if (held) countLiteral(i - 1)
      held = null
      if (!match || gain <= 0) {
        countLiteral(i++)
        const stop = Math.min(end, i + Math.min(++misses >> PATIENCE, MAX_SKIP))
        while (i < stop) countLiteral(i++)
      } else if (match.length > GOOD_MATCH) {
        i = takeAll(i, i + 1, match)
      } else {
        held = { ...match, gain }
        i++
      }
    }
    if (held) {
      take(i - 1, held)
      i = runStart
    }
    while (i < to) countLiteral(i++)
    view.setUint32(token, to - runStart, true)
    view.setUint32(token + 4, 0, true)
    return ((token - TOKENS) >> 3) + 1
  }

  function put(value: number, count: number) {
    for (let i = 0; i < count; i++) {
      bits |= ((value >>> i) & 1) << bitCount++
      if (bitCount === 8) {
        view.setUint8(out++, bits)
        bits = 0
        bitCount = 0
      }
    }
  }

  const putCode = (table: number, symbol: number) => {
    const code = word(table + 4 * symbol)
    put(code >>> 4, code & 15)
  }

  function write(from: number, tokens: number) {
    let at = from
    for (let t = TOKENS; t < TOKENS + 8 * tokens; t += 8) {
      for (const stop = at + word(t); at < stop; at++) putCode(LITERAL_CODES, byte(at))
      const [distance, length] = [word(t + 4) >>> 9, word(t + 4) & 511]
      if (length === 0) continue
      const symbol = byte(LENGTH_SYMBOLS + length)
      putCode(LITERAL_CODES, 257 + symbol)
      put(length - view.getUint16(LENGTH_BASES + 2 * symbol, true), symbol < 8 || symbol === 28 ? 0 : (symbol >> 2) - 1)
      putCode(DISTANCE_CODES, distanceSymbol(distance))
      put((distance - 1) & ((1 << extraBits(distance)) - 1), extraBits(distance))
      at += length
    }
  }

  return {
    memory: {
      get buffer() {
        return buffer
      },
      grow(pages) {
        const grown = new Uint8Array(buffer.byteLength + 65_536 * pages)
        grown.set(new Uint8Array(buffer))
        buffer = grown.buffer
        view = new DataView(buffer)
        return 0
      },
    },
    filter,
    parse,
    startAt(address) {
      out = address
      bits = 0
      bitCount = 0
    },
    put,
    write,
    finish() {
      if (bitCount > 0) put(0, 8 - bitCount)
      return out
    },
  }
}

interface Match {
  distance: number
  length: number
}

const roughSaving = ({ distance, length }: Match) => LONG_LITERAL_BITS * length - extraBits(distance)

const extraBits = (distance: number) => (distance > 4 ? 30 - Math.clz32(distance - 1) : 0)

function distanceSymbol(distance: number): number {
  const extra = extraBits(distance)
  return distance > 4 ? 2 * extra + 2 + (((distance - 1) >> extra) & 1) : distance - 1
}
