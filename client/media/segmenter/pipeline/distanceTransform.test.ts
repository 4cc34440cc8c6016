import { expect, it } from 'vitest'
import { randomFrom } from '../../../../tests/helpers/random.ts'
import { binaryMask } from '../../../../tests/segmenter/binaryMask.ts'
import { distanceMaxima, distanceTransform } from './distanceTransform.ts'
import type { BinaryMask } from './plane.ts'

/**
 * Computes distances by comparing each pixel with all other pixels. Pixels outside the image count as outside the mask.
 */
function bruteForceDistances({ width, height, inside }: BinaryMask): number[] {
  return Array.from(inside, (own, at) => {
    if (!own) return 0
    const [x, y] = [at % width, Math.floor(at / width)]
    let nearest = Math.min(x + 1, y + 1, width - x, height - y)
    for (let other = 0; other < inside.length; other++)
      if (!inside[other]) nearest = Math.min(nearest, Math.hypot((other % width) - x, Math.floor(other / width) - y))
    return nearest
  })
}

it('the distance transform of random masks equals a brute-force computation', () => {
  const random = randomFrom(7)
  for (const [width, height, share] of [
    [9, 7, 0.9],
    [1, 12, 0.8],
    [14, 14, 0.97],
    [5, 5, 1],
  ] as const) {
    const inside = Uint8Array.from({ length: width * height }, () => Number(random() < share))
    const depth = distanceTransform({ width, height, inside })
    for (const [at, wanted] of bruteForceDistances({ width, height, inside }).entries())
      expect(depth[at]).toBeCloseTo(wanted, 5)
  }
})

it('distanceMaxima returns the centers of the thick parts, the thickest part first', () => {
  const dumbbell = binaryMask(
    '#######......',
    '#######..####',
    '#######..####',
    '#############',
    '#######..####',
    '#######......',
    '#######......',
  )
  expect(distanceMaxima(dumbbell, 3).slice(0, 1)).toEqual([{ x: 3, y: 3 }])
  expect(distanceMaxima(dumbbell, 3)).toHaveLength(2)
  expect(distanceMaxima(binaryMask('##########'), 3)).toEqual([])
})
