import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSearch, findRuns, type Repeats, roomForRepeats } from './repeats.ts'

const ROOM = 4000
const pad = (bytes: ArrayLike<number>) => Uint8Array.from([...Array.from(bytes), 0, 0, 0, 0].concat(Array(4).fill(0)))

/** Copying every repeat from where it points must give the bytes back. */
function expectTrue(bytes: Uint8Array, to: number, repeats: Repeats) {
  let last = 0
  for (let r = 0; r < repeats.count; r++) {
    const [at, length, distance] = [repeats.at[r] ?? 0, repeats.length[r] ?? 0, repeats.distance[r] ?? 0]
    expect(at).toBeGreaterThanOrEqual(last)
    expect(length).toBeGreaterThanOrEqual(3)
    expect(length).toBeLessThanOrEqual(258)
    expect(distance).toBeLessThanOrEqual(Math.min(at, 32_768))
    last = at + length
    expect(last).toBeLessThanOrEqual(to)
    for (let i = at; i < last; i++) expect(bytes[i]).toBe(bytes[i - distance])
  }
}

/** Few values and long stretches, so that there is something to find. */
const repetitive = fc
  .array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 700 })), { minLength: 1, maxLength: 20 })
  .map((stretches) => pad(stretches.flatMap(([value, length]) => Array<number>(length).fill(value)).slice(0, ROOM)))

it('names only true runs, without overlap, within the block', () => {
  fc.assert(
    fc.property(repetitive, (bytes) => {
      const words = new Uint32Array(bytes.slice(0, bytes.length & ~3).buffer)
      const repeats = roomForRepeats(ROOM)
      findRuns(words, 0, bytes.length - 8, repeats)
      expectTrue(bytes, bytes.length - 8, repeats)
    }),
  )
})

it('names only true repeats, without overlap, within the block', () => {
  const costly = new Float32Array(256).fill(8)
  fc.assert(
    fc.property(fc.oneof(repetitive, fc.array(fc.nat(2), { maxLength: 600 }).map(pad)), (bytes) => {
      const repeats = roomForRepeats(ROOM)
      const search = createSearch(ROOM)
      search.reset()
      search.find(bytes, 0, 0, bytes.length - 8, { literalBits: costly, rowBytes: 50 }, repeats)
      expectTrue(bytes, bytes.length - 8, repeats)
    }),
  )
})

it('finds what stood there a row above', () => {
  const row = Array.from({ length: 50 }, (_, i) => (i * 37) & 255)
  const bytes = pad([...row, ...row])
  const repeats = roomForRepeats(ROOM)
  const search = createSearch(ROOM)
  search.reset()
  search.find(bytes, 0, 0, 100, { literalBits: new Float32Array(256).fill(8), rowBytes: 50 }, repeats)
  expect([repeats.count, repeats.at[0], repeats.length[0], repeats.distance[0]]).toEqual([1, 50, 50, 50])
})

it('leaves a repeat alone that costs more than its literals', () => {
  const bytes = pad([1, 2, 3, 4, 9, 1, 2, 3, 4, 8])
  const repeats = roomForRepeats(ROOM)
  const search = createSearch(ROOM)
  search.reset()
  search.find(bytes, 0, 0, 10, { literalBits: new Float32Array(256).fill(1.5), rowBytes: 50 }, repeats)
  expect(repeats.count).toBe(0)
})
