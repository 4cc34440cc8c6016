import type { Point } from '#client/kit/geometry/geometry.ts'
import type { TileGrid } from '#client/kit/geometry/TileGrid.ts'
import { LruMap } from '#client/kit/values/LruMap.ts'
import { createPixelReader } from '#client/model/assets/pixels.ts'

/** Reads the pixels of a photo by tile of its matte. */
export interface TileReader {
  /**
   * Returns the straight RGBA bytes of a tile in the photo's space, row-major. `index`: number of the tile in the grid.
   */
  tile(index: number): Uint8ClampedArray
}

/** Side of a mask's tiles in photo px. */
export const TILE_SIDE = 256
/** Maximum number of cached tiles, 256 KB each. */
const MAX_TILES = 96

/**
 * Reads the photo's pixels tile by tile on first use, for the brush that snaps to edges. Caches the 96 most recently
 * used tiles.
 */
export function createTileReader(bitmap: ImageBitmap, grid: TileGrid): TileReader {
  const cache = new LruMap<number, Uint8ClampedArray>()
  let readPixels: ReturnType<typeof createPixelReader> | null = null
  return {
    tile(index) {
      const known = cache.get(index)
      if (known) return known
      readPixels ??= createPixelReader(bitmap, { width: TILE_SIDE, height: TILE_SIDE })
      const { data } = readPixels(grid.rectOf(index))
      cache.set(index, data)
      cache.trim(MAX_TILES)
      return data
    },
  }
}

/**
 * Returns the mean color of the 3 × 3 px around a point, within the point's tile: straight, encoded, in the photo's
 * space, 0..255 per channel.
 */
export function colorAt(photo: TileReader, grid: TileGrid, { x, y }: Point): [number, number, number] {
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
