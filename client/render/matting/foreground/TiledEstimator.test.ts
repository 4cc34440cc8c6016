import { expect, it } from 'vitest'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import {
  downsampleLevel,
  estimateForeground,
  type LayerColors,
  type PyramidLevel,
  refineLevel,
  upsampleNearest,
} from './estimateForeground.ts'
import {
  cropRows,
  edgeTiles,
  levelOfPart,
  quantizeLayers,
  TILE_SIDE,
  TiledEstimator,
  tileWithApron,
} from './TiledEstimator.ts'

/** Returns a disc with a soft rim on colors that change per pixel. */
function scene(width: number, height: number) {
  const rgba = new Uint8Array(width * height * 4)
  const coverage = new Uint8Array(width * height)
  const [x0, y0] = [0.6 * width, 0.4 * height]
  const radius = 0.3 * Math.min(width, height)
  for (let at = 0; at < coverage.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    coverage[at] = Math.min(255, Math.max(0, 12 * (radius - Math.hypot(x - x0, y - y0)) + 128))
    rgba.set([(7 * x + y) % 256, (3 * y) % 256, (x ^ y) % 256, 255], 4 * at)
  }
  return { rgba, coverage, size: { width, height } }
}

/** Estimates the whole image in one pass, with the algorithm of the tiles. */
function whole(mixed: PyramidLevel): LayerColors {
  if (Math.max(mixed.width, mixed.height) <= 1024) return estimateForeground(mixed)
  const smaller = downsampleLevel(mixed)
  return refineLevel(mixed, upsampleNearest(whole(smaller), smaller, mixed))
}

it.each([
  [300, 200, 100],
  [1100, 500, 128],
])('estimating %i × %i px in tiles gives the same result as estimating the whole image', (width, height, rows) => {
  const { rgba, coverage, size } = scene(width, height)
  const all = { x: 0, y: 0, ...size }
  const part = (rect: Rect) => ({
    rect,
    rgba: cropRows(rgba, all, rect, 4),
    coverage: cropRows(coverage, all, rect, 1),
  })
  const edges = new TiledEstimator(size)
  expect(rows % edges.rowAlignment).toBe(0)
  for (let y = 0; y < height; y += rows) edges.add(part({ x: 0, y, width, height: Math.min(rows, height - y) }))

  const wanted = quantizeLayers({ rgba, coverage, colors: whole(levelOfPart({ rect: all, rgba, coverage })) })
  const tiles = edgeTiles(coverage, size)
  expect(tiles.length).toBeGreaterThan(3)
  for (const tile of tiles) {
    const found = edges.estimateTile(tile, size, part(tileWithApron(tile, size)))
    for (const part of ['foreground', 'background'] as const)
      expect(Buffer.compare(found[part], Uint8Array.from(cropRows(wanted[part], all, tile, 4))), part).toBe(0)
  }
})

it('edgeTiles returns only the tiles near an edge of the matte', () => {
  const size = { width: 4 * TILE_SIDE, height: TILE_SIDE + 10 }
  const coverage = new Uint8Array(size.width * size.height)
  const at = (x: number, y: number) => y * size.width + x
  expect(edgeTiles(coverage, size)).toEqual([])
  coverage[at(2 * TILE_SIDE + 5, 40)] = 255
  expect(edgeTiles(coverage, size).map(({ x, y }) => [x, y])).toEqual([
    [TILE_SIDE, 0],
    [2 * TILE_SIDE, 0],
  ])
  coverage.fill(255)
  expect(edgeTiles(coverage, size)).toEqual([])
  coverage.fill(100)
  expect(edgeTiles(coverage, size)).toHaveLength(8)
})
