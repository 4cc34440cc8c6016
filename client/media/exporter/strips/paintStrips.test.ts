import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { sourceOf } from '../fixtures/sourceOf.ts'
import type { PixelSource } from '../pixelSource.ts'
import { alphaBounds, eachStrip, planStrips } from './paintStrips.ts'

const SIZE = { width: 4, height: 2 }

it.each([
  { name: 'context-lost when the GPU fails', error: 'context-lost', aborts: false, complaints: 1 },
  { name: 'aborted when the context is lost after an abort', error: 'aborted', aborts: true, complaints: 0 },
])('painting fails with $name', async ({ error, aborts, complaints }) => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  const abort = new AbortController()
  const source: PixelSource = {
    size: SIZE,
    opaque: true,
    maxSide: 4,
    async paint() {
      if (aborts) abort.abort()
      throw new Error('the WebGL context was lost')
    },
  }
  const result = await eachStrip(source, abort, () => expect.unreachable('nothing was painted'))
  expect(result).toEqual({ ok: false, error })
  expect(complaint).toHaveBeenCalledTimes(complaints)
})

const sizes = fc.record({ width: fc.integer({ min: 1, max: 20_000 }), height: fc.integer({ min: 1, max: 20_000 }) })

it('planStrips covers every pixel once, from the top, within the maximum texture size', () => {
  fc.assert(
    fc.property(sizes, fc.integer({ min: 300, max: 16_384 }), (size, maxSide) => {
      let y = 0
      for (const strip of planStrips(size, maxSide)) {
        expect(strip.y).toBe(y)
        let x = 0
        for (const tile of strip.tiles) {
          expect(tile).toMatchObject({ x, y, height: strip.rows })
          expect(Math.max(tile.width, tile.height)).toBeLessThanOrEqual(maxSide)
          expect(tile.width).toBeGreaterThan(0)
          x += tile.width
        }
        expect(x).toBe(size.width)
        y += strip.rows
      }
      expect(y).toBe(size.height)
    }),
  )
})

const strong = fc.record({ width: fc.integer({ min: 1, max: 300 }), height: fc.integer({ min: 1, max: 300 }) })

it.each([1, 8, 16])('strips with a multiple of %d rows cover the image at every texture limit', (rowMultiple) => {
  fc.assert(
    fc.property(
      strong,
      fc.oneof(fc.integer({ min: 1, max: 32 }), fc.integer({ min: 1, max: 16_384 })),
      (size, maxSide) => {
        const strips = planStrips(size, maxSide, rowMultiple)
        expect(strips.reduce((y, strip) => y + strip.rows, 0)).toBe(size.height)
        for (const { rows } of strips) expect(rows).toBeLessThanOrEqual(Math.max(maxSide, rowMultiple))
        for (const { rows } of strips.slice(0, -1)) expect(rows % rowMultiple).toBe(0)
        for (const { width } of strips.flatMap(({ tiles }) => tiles)) expect(width).toBeLessThanOrEqual(maxSide)
      },
    ),
  )
})

it.each([0, -896, Number.NaN])('planStrips throws a RangeError for a maximum texture size of %d px', (maxSide) => {
  expect(() => planStrips({ width: 1080, height: 1080 }, maxSide)).toThrow(RangeError)
})

it('a phone photo is painted in full-width strips', () => {
  const strips = planStrips({ width: 4032, height: 3024 }, 8192)
  expect(strips).toHaveLength(19)
  for (const strip of strips.slice(0, -1)) {
    expect(strip.rows).toBe(162)
    expect(strip.tiles).toHaveLength(1)
  }
})

it('only the last strip has fewer than 160 rows', () => {
  expect(planStrips({ width: 20_000, height: 600 }, 16_384).map((strip) => strip.rows)).toEqual([160, 160, 160, 120])
})

it('a strip wider than the limit is split into nearly equal tiles', () => {
  const [strip] = planStrips({ width: 10_001, height: 7 }, 4096)
  expect(strip?.tiles.map((tile) => tile.width)).toEqual([3334, 3333, 3334])
})

it('planStrips plans the same strips for every maximum texture size of 4096 px or more', () => {
  const rows = (maxSide: number) => planStrips({ width: 6000, height: 4000 }, maxSide).map((strip) => strip.rows)
  expect(rows(4096)).toEqual(rows(16_384))
})

/**
 * Returns the `alphaBounds` of a 40 × 500 px image in several strips. Only the pixels at `points` are visible, with
 * alpha 1 of 255.
 */
function boundsOf(points: readonly (readonly [number, number])[], signal = new AbortController().signal) {
  const rgba = new Uint8Array(4 * 40 * 500)
  for (const [x, y] of points) rgba[4 * (y * 40 + x) + 3] = 1
  return alphaBounds(sourceOf({ width: 40, height: 500 }, rgba, { opaque: false, maxSide: 170 }), signal)
}

it('alphaBounds includes barely visible pixels of every strip', async () => {
  const found = [
    await boundsOf([
      [7, 499],
      [31, 3],
      [12, 200],
    ]),
    await boundsOf([[39, 0]]),
  ]
  expect(found).toEqual([
    { ok: true, value: { x: 7, y: 3, width: 25, height: 497 } },
    { ok: true, value: { x: 39, y: 0, width: 1, height: 1 } },
  ])
})

it('alphaBounds fails for an empty image and after an abort', async () => {
  expect(await boundsOf([])).toEqual({ ok: false, error: 'no-subject' })
  expect(await boundsOf([[1, 1]], AbortSignal.abort())).toEqual({ ok: false, error: 'aborted' })
})
