import { expect, it } from 'vitest'
import { boxMean } from './boxMean.ts'

it.each([
  ['repeat', [4 / 3, 3, 14 / 3]],
  ['clip', [1.5, 3, 4]],
] as const)('with the border %s, boxMean returns the means at both edges of an image', (border, expected) => {
  for (const size of [
    { width: 3, height: 1 },
    { width: 1, height: 3 },
  ]) {
    const means = [...boxMean(Float32Array.of(1, 2, 6), size, 1, border)]
    for (const [i, mean] of means.entries()) expect(mean).toBeCloseTo(expected[i] ?? NaN, 5)
    expect(means).toHaveLength(3)
  }
})
