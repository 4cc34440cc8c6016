import { expect, it } from 'vitest'
import { maskToCoverage } from './maskToCoverage.ts'

/** A mask with the value of `at` everywhere. */
const mask = (side: number, at: (x: number, y: number) => number) =>
  Float32Array.from({ length: side * side }, (_, i) => at(i % side, Math.floor(i / side)))
const square = (side: number) => ({ width: side, height: side })

it('returns null for a mask with a low maximum', () => {
  expect(
    maskToCoverage(
      mask(8, (x) => (x === 3 ? 0.29 : 0)),
      square(8),
      square(8),
    ),
  ).toBeNull()
  expect(
    maskToCoverage(
      mask(8, (x) => (x === 3 ? 0.31 : 0)),
      square(8),
      square(8),
    ),
  ).not.toBeNull()
})

it('stretches a faint mask to full coverage', () => {
  const coverage = maskToCoverage(
    mask(8, (x) => (x < 4 ? 0.6 : 0.1)),
    square(8),
    square(8),
  )
  expect([...coverage!.subarray(0, 8)]).toEqual([255, 255, 255, 255, 0, 0, 0, 0])
})

it('keeps 0.5 in place and steepens the edge around it', () => {
  const coverage = maskToCoverage(
    mask(5, (x) => x / 4),
    square(5),
    square(5),
  )
  expect([...coverage!.subarray(0, 5)]).toEqual([0, 45, 128, 210, 255])
})

it.each([
  [1, 40],
  [40, 1],
  [1, 1],
  [3, 17],
  [300, 200],
])('answers in the photo’s own size, %i × %i', (width, height) => {
  const coverage = maskToCoverage(
    mask(16, (x, y) => (x > 4 && y > 4 ? 1 : 0)),
    square(16),
    { width, height },
  )
  expect(coverage).toHaveLength(width * height)
})

it('keeps the position of the subject when upscaling', () => {
  const coverage = maskToCoverage(
    mask(16, (x, y) => (x >= 8 && y >= 4 ? 1 : 0)),
    square(16),
    { width: 160, height: 80 },
  )!
  const at = (x: number, y: number) => coverage[y * 160 + x]
  expect([at(75, 40), at(85, 40), at(159, 79), at(120, 15), at(120, 25)]).toEqual([0, 255, 255, 0, 255])
})
