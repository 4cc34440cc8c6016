/** The photo's colours, tile by tile, for a brush that minds them: read when a stroke first comes near. */

import type { Point } from '../../../kit/base/geometry.ts'
import { createPixelReader } from '../../../model/assets/pixels.ts'
import { TILE, type TileGrid } from './TileGrid.ts'

export interface PhotoPixels {
  /** Straight RGBA of a tile, row-major; as wide as the tile is. */
  tile(index: number): Uint8ClampedArray
}

/** 256 KB each. */
const KEPT_TILES = 96

export function photoPixels(bitmap: ImageBitmap, grid: TileGrid): PhotoPixels {
  const kept = new Map<number, Uint8ClampedArray>()
  let read: ReturnType<typeof createPixelReader> | null = null
  return {
    tile(index) {
      const known = kept.get(index)
      if (known) return known
      read ??= createPixelReader(bitmap, { width: TILE, height: TILE })
      const { data } = read(grid.rectOf(index))
      kept.set(index, data)
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT_TILES) break
        kept.delete(oldest)
      }
      return data
    },
  }
}

/** The mean of the 3 × 3 px around a place, as far as they lie in its tile; 0..255 each. */
export function colourAt(photo: PhotoPixels, grid: TileGrid, { x, y }: Point): [number, number, number] {
  const index = grid.indexAt(x, y)
  const rect = grid.rectOf(index)
  const pixels = photo.tile(index)
  const [atX, atY] = [Math.floor(x) - rect.x, Math.floor(y) - rect.y]
  const sum: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let v = Math.max(0, atY - 1); v <= Math.min(rect.height - 1, atY + 1); v++)
    for (let u = Math.max(0, atX - 1); u <= Math.min(rect.width - 1, atX + 1); u++) {
      const i = 4 * (v * rect.width + u)
      sum[0] += pixels[i] ?? 0
      sum[1] += pixels[i + 1] ?? 0
      sum[2] += pixels[i + 2] ?? 0
      count++
    }
  return count === 0 ? sum : [sum[0] / count, sum[1] / count, sum[2] / count]
}
