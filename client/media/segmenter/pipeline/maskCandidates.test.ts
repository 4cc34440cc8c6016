import { expect, it } from 'vitest'
import { candidatesFrom, type Drawings } from './maskCandidates.ts'

const GRID = { width: 200, height: 100 }

/** Four drawings, each a band of columns, `height` rows of them, at ±`certainty`. */
function drawings(bands: { from: number; to: number; quality: number; certainty?: number; soft?: number }[]): Drawings {
  const masks = new Float32Array(bands.length * 65_536).fill(-10)
  for (const [i, { from, to, certainty = 10, soft = 0 }] of bands.entries())
    for (let y = 0; y < 100; y++)
      for (let x = from; x < to + soft; x++) masks[i * 65_536 + y * 256 + x] = x < to ? certainty : 0.5
  return { masks, quality: Float32Array.from(bands, ({ quality }) => quality) }
}

const foundIn = (...all: Drawings[]) => candidatesFrom(all, GRID).map(({ quality }) => Math.round(quality * 100) / 100)

it('keeps what is predicted well, best first', () => {
  const bands = [
    { from: 0, to: 40, quality: 0.9 },
    { from: 50, to: 90, quality: 0.84 },
    { from: 100, to: 140, quality: 0.99 },
    { from: 150, to: 190, quality: 1.2 },
  ]
  expect(foundIn(drawings(bands))).toEqual([1, 0.99, 0.9])
})

it('drops what shrinks much when it is asked to be surer', () => {
  expect(foundIn(drawings([{ from: 0, to: 40, quality: 1, soft: 10 }]))).toEqual([])
  expect(foundIn(drawings([{ from: 0, to: 40, quality: 1, soft: 4 }]))).toEqual([0.91])
})

it('drops specks and what fills the photo', () => {
  expect(foundIn(drawings([{ from: 0, to: 197, quality: 1 }]))).toEqual([])
  const speck = { masks: new Float32Array(65_536).fill(-10), quality: Float32Array.of(1) }
  for (let i = 0; i < 19; i++) speck.masks[i] = 10
  expect(foundIn(speck)).toEqual([])
  speck.masks[19] = 10
  expect(foundIn(speck)).toEqual([1])
})

it('keeps the better one of two that are nearly the same', () => {
  const twins = drawings([
    { from: 0, to: 96, quality: 0.9 },
    { from: 0, to: 100, quality: 0.95 },
    { from: 0, to: 80, quality: 0.92 },
  ])
  expect(foundIn(twins)).toEqual([0.95, 0.92])
})
