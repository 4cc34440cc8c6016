import { expect, it } from 'vitest'
import { drawingsFor } from './rankMasks.ts'

const GRID = { width: 40, height: 1 }

it('lets the network’s own estimate decide what a single point means, and the first drawing be for the rest', () => {
  const masks = new Float32Array(4 * 256 * 256)
  const answered = (points: number) =>
    drawingsFor({ masks, quality: Float32Array.of(0.4, 0.7, 1.2, 0.9) }, points, GRID).map(({ quality }) =>
      Number(quality.toFixed(1)),
    )
  expect(answered(1)).toEqual([1, 0.9, 0.7])
  expect(answered(3)).toEqual([0.4, 1, 0.9, 0.7])
})

it('never takes the whole photo for the thing at a place, unless there is nothing else', () => {
  const answered = (sizes: number[]) => {
    const masks = new Float32Array(4 * 256 * 256).fill(-9)
    for (const [i, size] of sizes.entries()) masks.fill(9, i * 65_536, i * 65_536 + size)
    return drawingsFor({ masks, quality: Float32Array.of(0.9, 1, 0.8, 0.7) }, 1, GRID).map(({ quality }) =>
      Number(quality.toFixed(1)),
    )
  }
  expect(answered([4, 40, 20, 8])).toEqual([0.8, 0.7])
  expect(answered([40, 40, 39, 40])).toEqual([1, 0.8, 0.7])
})
