import { expect, it } from 'vitest'
import { toFloat16 } from './float16.ts'

/** What a half means, by its definition. */
function meaning(half: number): number {
  const [sign, exponent, mantissa] = [half >> 15 ? -1 : 1, (half >> 10) & 31, half & 1023]
  if (exponent === 31) return mantissa ? Number.NaN : sign * Number.POSITIVE_INFINITY
  return exponent === 0 ? sign * mantissa * 2 ** -24 : sign * (1024 + mantissa) * 2 ** (exponent - 25)
}

it('keeps every number that a half can hold', () => {
  const halves = Array.from({ length: 65_536 }, (_, i) => i).filter((half) => !Number.isNaN(meaning(half)))
  expect([...toFloat16(Float32Array.from(halves, meaning))]).toEqual(halves)
})

it('rounds to the nearest half, and to the even one of two', () => {
  const finite = Array.from({ length: 31_743 }, (_, half) => half)
  const between = (half: number, share: number) => meaning(half) + share * (meaning(half + 1) - meaning(half))
  expect([...toFloat16(Float32Array.from(finite, (half) => between(half, 0.25)))]).toEqual(finite)
  expect([...toFloat16(Float32Array.from(finite, (half) => between(half, 0.5)))]).toEqual(
    finite.map((half) => half + (half & 1)),
  )
})

it('knows no number for not-a-number and infinity for too much', () => {
  const [nan, much, little] = toFloat16(Float32Array.of(Number.NaN, 65_520, -1e9))
  expect(meaning(nan!)).toBeNaN()
  expect([meaning(much!), meaning(little!)]).toEqual([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
})
