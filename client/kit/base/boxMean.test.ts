import { expect, it } from 'vitest'
import { boxMean } from './boxMean.ts'

it.each([
  ['repeat', [4 / 3, 3, 14 / 3]],
  ['clip', [1.5, 3, 4]],
] as const)("the means at an image's edges with the border %s", (border, expected) => {
  for (const size of [
    { width: 3, height: 1 },
    { width: 1, height: 3 },
  ]) {
    const means = [...boxMean(Float32Array.of(1, 2, 6), size, 1, border)]
    for (const [i, mean] of means.entries()) expect(mean).toBeCloseTo(expected[i] ?? NaN, 5)
    expect(means).toHaveLength(3)
  }
})
