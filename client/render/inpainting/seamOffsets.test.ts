import { expect, it } from 'vitest'
import type { Inpainting } from './levelFeatures.ts'
import { seamOffsets } from './seamOffsets.ts'

const [WIDTH, HEIGHT] = [80, 20]
const gray = (level: (x: number) => number) =>
  Uint8Array.from({ length: 3 * WIDTH * HEIGHT }, (_, i) => level(Math.floor(i / 3) % WIDTH))

/** Copies columns 30..49 from `shift(x)` px to the side. Returns the offsets, and the middle row with its offsets. */
function copied(level: (x: number) => number, shift: (x: number) => number, excluded?: Uint8Array) {
  const hole = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => (at % WIDTH >= 30 && at % WIDTH < 50 ? 1 : 0))
  const picture: Inpainting = { width: WIDTH, height: HEIGHT, pixels: gray(level), hole, ...(excluded && { excluded }) }
  const source = Int32Array.from(hole, (isHole, at) => (isHole ? at + shift(at % WIDTH) : -1))
  const offsets = seamOffsets(picture, source)
  const row = Math.floor(HEIGHT / 2) * WIDTH
  const shown = (x: number) => {
    const from = source[row + x] ?? -1
    return (picture.pixels[3 * (from < 0 ? row + x : from)] ?? 0) + (offsets[3 * (row + x)] ?? 0)
  }
  return { offsets, columns: Array.from({ length: WIDTH }, (_, x) => shown(x)) }
}
const largestStep = (columns: number[]) =>
  Math.max(...columns.slice(29, 51).map((value, i, all) => Math.abs(value - (all[i - 1] ?? value))))

it('seamOffsets continues a brightness gradient through the fill without a visible step', () => {
  const { columns } = copied(
    (x) => 80 + 0.75 * x,
    (x) => (x < 40 ? -25 : 25),
  ) // without offsets, the steps would be 19 levels at the two sides and 38 levels in the middle
  expect(largestStep(columns)).toBeLessThan(5)
})

it('seamOffsets ignores an edge in the photo next to the fill', () => {
  const { offsets } = copied(
    (x) => (x >= 26 && x < 60 ? 200 : 60),
    (x) => (x < 40 ? -25 : 25),
  )
  expect(Math.max(...offsets.map(Math.abs))).toBeLessThan(1)
})

it('seamOffsets returns 0 for copied pixels that match their surroundings', () => {
  const { offsets } = copied(
    () => 90,
    () => -25,
  )
  expect(new Set(offsets)).toEqual(new Set([0]))
})

it("seamOffsets doesn't spread the colors of an excluded area into the fill", () => {
  const excluded = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => (at % WIDTH >= 50 ? 1 : 0))
  const level = (x: number) => (x < 50 ? 90 : 115)
  expect(new Set(copied(level, () => -25, excluded).offsets)).toEqual(new Set([0]))
  expect(copied(level, () => -25).columns[49]).toBeGreaterThan(105)
})

it("seamOffsets doesn't spread a seam at the left edge of the image to the right edge", () => {
  const pixels = gray(() => 100)
  const rows = (at: number) => Math.floor(at / WIDTH)
  for (let at = 0; at < 8 * WIDTH; at++) if (at % WIDTH < 10) pixels.fill(130, 3 * at, 3 * at + 3)
  const hole = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => (rows(at) >= 8 && rows(at) < 12 ? 1 : 0))
  const source = Int32Array.from(hole, (isHole, at) => (isHole ? at + 8 * WIDTH : -1))
  const offsets = seamOffsets({ width: WIDTH, height: HEIGHT, pixels, hole }, source)
  const red = (x: number) => offsets[3 * (9 * WIDTH + x)] ?? 0
  expect(red(0)).toBeGreaterThan(1)
  expect(red(WIDTH - 1)).toBeLessThan(0.01)
})
