import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import type { PixelSource } from '../pixelSource.ts'
import { eachStrip, planStrips, planTiles } from './paintStrips.ts'

const SIZE = { width: 4, height: 2 }

afterEach(() => void vi.restoreAllMocks())

/** Paints with a GPU whose context is lost after `before`. Returns the result. */
async function paintedWhileLost(before: () => void, signal: AbortSignal) {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  const source: PixelSource = {
    size: SIZE,
    opaque: true,
    maxSide: 4,
    async paint() {
      before()
      throw new Error('the WebGL context was lost')
    },
  }
  const result = await eachStrip(source, { signal }, () => expect.unreachable('nothing was painted'))
  return { result, complaints: complaint.mock.calls.length }
}

it('painting fails with context-lost when the GPU fails', async () => {
  const { result, complaints } = await paintedWhileLost(() => {}, new AbortController().signal)
  expect(result).toEqual({ ok: false, error: 'context-lost' })
  expect(complaints).toBe(1)
})

it('painting fails with aborted when the context is lost after an abort', async () => {
  const leaving = new AbortController()
  const { result, complaints } = await paintedWhileLost(() => leaving.abort(), leaving.signal)
  expect(result).toEqual({ ok: false, error: 'aborted' })
  expect(complaints).toBe(0)
})

const sizes = fc.record({ width: fc.integer({ min: 1, max: 20_000 }), height: fc.integer({ min: 1, max: 20_000 }) })

it("strips cover every pixel once, from the top, within the GPU's limit", () => {
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

it.each([1, 8, 16])('strips of a multiple of %d rows cover the picture at every limit', (rowMultiple) => {
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

it.each([0, -896, Number.NaN])('a maximum texture size of %d px throws a RangeError', (maxSide) => {
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

it('only the last strip may have fewer than 160 rows', () => {
  expect(planStrips({ width: 20_000, height: 600 }, 16_384).map((strip) => strip.rows)).toEqual([160, 160, 160, 120])
})

it('a strip wider than the limit is split into nearly equal tiles', () => {
  expect(planTiles({ x: 0, y: 5, width: 10_001, height: 7 }, 4096).map((tile) => tile.width)).toEqual([
    3334, 3333, 3334,
  ])
})

it('the strips are the same for any GPU', () => {
  const rows = (maxSide: number) => planStrips({ width: 6000, height: 4000 }, maxSide).map((strip) => strip.rows)
  expect(rows(4096)).toEqual(rows(16_384))
})
