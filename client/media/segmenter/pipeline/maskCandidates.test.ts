import { expect, it } from 'vitest'
import { type DecodedMasks, rankMasks, selectCandidates } from './maskCandidates.ts'

const GRID = { width: 200, height: 100 }

/**
 * Returns a decoder output. The masks are bands of columns, 100 rows high. Logits: `certainty` inside, 0.5 in the
 * `soft` columns after the band, −10 elsewhere.
 */
function decodedMasks(
  bands: { from: number; to: number; predictedIou: number; certainty?: number; soft?: number }[],
): DecodedMasks {
  const masks = new Float32Array(bands.length * 65_536).fill(-10)
  for (const [i, { from, to, certainty = 10, soft = 0 }] of bands.entries())
    for (let y = 0; y < 100; y++)
      for (let x = from; x < to + soft; x++) masks[i * 65_536 + y * 256 + x] = x < to ? certainty : 0.5
  return { masks, predictedIou: Float32Array.from(bands, (band) => band.predictedIou) }
}

const foundIn = (...all: DecodedMasks[]) =>
  selectCandidates(all, GRID).map(({ score }) => Math.round(score * 100) / 100)

it('masks that SAM rates high enough become candidates, the highest rated first', () => {
  const bands = [
    { from: 0, to: 40, predictedIou: 0.9 },
    { from: 50, to: 90, predictedIou: 0.84 },
    { from: 100, to: 140, predictedIou: 0.99 },
    { from: 150, to: 190, predictedIou: 1.2 },
  ]
  expect(foundIn(decodedMasks(bands))).toEqual([1, 0.99, 0.9])
})

it('masks with a low stability score are omitted', () => {
  expect(foundIn(decodedMasks([{ from: 0, to: 40, predictedIou: 1, soft: 10 }]))).toEqual([])
  expect(foundIn(decodedMasks([{ from: 0, to: 40, predictedIou: 1, soft: 4 }]))).toEqual([0.91])
})

it('masks of a few pixels or of the whole photo are omitted', () => {
  expect(foundIn(decodedMasks([{ from: 0, to: 197, predictedIou: 1 }]))).toEqual([])
  const speck = { masks: new Float32Array(65_536).fill(-10), predictedIou: Float32Array.of(1) }
  for (let i = 0; i < 19; i++) speck.masks[i] = 10
  expect(foundIn(speck)).toEqual([])
  speck.masks[19] = 10
  expect(foundIn(speck)).toEqual([1])
})

it('only the better of two nearly equal masks becomes a candidate', () => {
  const similar = decodedMasks([
    { from: 0, to: 96, predictedIou: 0.9 },
    { from: 0, to: 100, predictedIou: 0.95 },
    { from: 0, to: 80, predictedIou: 0.92 },
  ])
  expect(foundIn(similar)).toEqual([0.95, 0.92])
})

/** Returns the predicted IoUs of the ranked masks on a 40 × 1 px grid. */
const ranked = (masks: Float32Array, ious: readonly number[], points: number) =>
  rankMasks({ masks, predictedIou: Float32Array.from(ious) }, points, { width: 40, height: 1 }).map(
    ({ predictedIou }) => Number(predictedIou.toFixed(1)),
  )

it("the masks for a single point are ranked by SAM's predicted IoU", () => {
  const masks = new Float32Array(4 * 256 * 256)
  expect(ranked(masks, [0.4, 0.7, 1.2, 0.9], 1)).toEqual([1, 0.9, 0.7])
  expect(ranked(masks, [0.4, 0.7, 1.2, 0.9], 3)).toEqual([0.4, 1, 0.9, 0.7])
})

it('masks of the whole photo are omitted unless there are no other masks', () => {
  const rankedOf = (sizes: number[]) => {
    const masks = new Float32Array(4 * 256 * 256).fill(-9)
    for (const [i, size] of sizes.entries()) masks.fill(9, i * 65_536, i * 65_536 + size)
    return ranked(masks, [0.9, 1, 0.8, 0.7], 1)
  }
  expect(rankedOf([4, 40, 20, 8])).toEqual([0.8, 0.7])
  expect(rankedOf([40, 40, 39, 40])).toEqual([1, 0.8, 0.7])
})
