import { expect, it } from 'vitest'
import { fromFloat16, toFloat16 } from './float16.ts'

/** What a half means. */
const meaning = (half: number): number => fromFloat16(Uint16Array.of(half))[0]!

it('keeps every number that half precision represents', () => {
  const halves = Array.from({ length: 65_536 }, (_, i) => i).filter((half) => !Number.isNaN(meaning(half)))
  expect([...toFloat16(Float32Array.from(halves, meaning))]).toEqual(halves)
})

it('rounds to the nearest half-precision number, ties to even', () => {
  const finite = Array.from({ length: 31_743 }, (_, half) => half)
  const between = (half: number, share: number) => meaning(half) + share * (meaning(half + 1) - meaning(half))
  expect([...toFloat16(Float32Array.from(finite, (half) => between(half, 0.25)))]).toEqual(finite)
  expect([...toFloat16(Float32Array.from(finite, (half) => between(half, 0.5)))]).toEqual(
    finite.map((half) => half + (half & 1)),
  )
})

it('maps overflow to infinity and keeps NaN', () => {
  const [nan, much, little] = toFloat16(Float32Array.of(Number.NaN, 65_520, -1e9))
  expect(meaning(nan!)).toBeNaN()
  expect([meaning(much!), meaning(little!)]).toEqual([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
})

it.each([
  [0x0001, 2 ** -24],
  [0x03ff, 2 ** -14 - 2 ** -24],
  [0x3c00, 1],
  [0xc000, -2],
  [0x7bff, 65_504],
  [0xfc00, Number.NEGATIVE_INFINITY],
])('reads %i as %d', (half, value) => {
  expect(meaning(half)).toBe(value)
})
