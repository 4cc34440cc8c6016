import { expect, it } from 'vitest'
import { rankMasks } from './rankMasks.ts'

const GRID = { width: 40, height: 1 }

it('ranks by predicted IoU for a single point, and puts SAM’s first mask first for other prompts', () => {
  const masks = new Float32Array(4 * 256 * 256)
  const ranked = (points: number) =>
    rankMasks({ masks, predictedIou: Float32Array.of(0.4, 0.7, 1.2, 0.9) }, points, GRID).map(({ predictedIou }) =>
      Number(predictedIou.toFixed(1)),
    )
  expect(ranked(1)).toEqual([1, 0.9, 0.7])
  expect(ranked(3)).toEqual([0.4, 1, 0.9, 0.7])
})

it('leaves out masks of the whole photo unless there is nothing else', () => {
  const ranked = (sizes: number[]) => {
    const masks = new Float32Array(4 * 256 * 256).fill(-9)
    for (const [i, size] of sizes.entries()) masks.fill(9, i * 65_536, i * 65_536 + size)
    return rankMasks({ masks, predictedIou: Float32Array.of(0.9, 1, 0.8, 0.7) }, 1, GRID).map(({ predictedIou }) =>
      Number(predictedIou.toFixed(1)),
    )
  }
  expect(ranked([4, 40, 20, 8])).toEqual([0.8, 0.7])
  expect(ranked([40, 40, 39, 40])).toEqual([1, 0.8, 0.7])
})
