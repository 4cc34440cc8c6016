/** Runs the foreground estimation in a worker. The photo is transferred in strips and tiles, never as a whole. */

import { callWorker, openWorker } from '#client/kit/async/callWorker.ts'
import { sparseCopy } from '#client/kit/bytes/bytes.ts'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { rowBands, union } from '#client/kit/geometry/rect.ts'
import { cropBitmap } from '#client/model/assets/pixels.ts'
import type { BitmapAsset, MatteAsset, Patch } from '#client/model/assets/store.ts'
import type { EdgeColorsWorker } from './edgeColors.worker.ts'
import { tileWithApron } from './TiledEstimator.ts'

/**
 * Estimates foreground and background colors at the matte's edge in a worker. Resolves with patches over the photo for
 * the foreground and for the background.
 * @throws if the photo is closed in the meantime, or if the worker fails
 */
export async function estimateEdgeColors(
  photo: Pick<BitmapAsset, 'bitmap' | 'width' | 'height'>,
  matte: Pick<MatteAsset, 'coverage'>,
): Promise<{ foreground: Patch[]; background: Patch[] }> {
  const worker = openWorker<EdgeColorsWorker>(
    new Worker(new URL('./edgeColors.worker.ts', import.meta.url), { type: 'module', name: 'edges' }),
  )
  try {
    const { width, height } = photo
    const coverage = sparseCopy(matte.coverage)
    const plan = await callWorker(worker, 'start', [{ width, height }, coverage], { transfer: [coverage.buffer] })
    const patches: { foreground: Patch[]; background: Patch[] } = { foreground: [], background: [] }
    if (plan.tiles.length === 0) return patches
    for (const rect of rowBands({ width, height }, plan.rows)) {
      const image = await cropBitmap(photo, rect)
      await callWorker(worker, 'addRows', [rect, image], { transfer: [image] })
    }
    for (const tiles of groupByRow(plan.tiles)) {
      const rect = tiles.map((tile) => tileWithApron(tile, photo)).reduce(union)
      const image = await cropBitmap(photo, rect)
      const { foreground, background } = await callWorker(worker, 'estimateTiles', [rect, image, tiles], {
        transfer: [image],
      })
      patches.foreground.push(...foreground)
      patches.background.push(...background)
    }
    return patches
  } finally {
    worker.terminate()
  }
}

const groupByRow = (tiles: readonly Rect[]): Rect[][] =>
  [...new Set(tiles.map(({ y }) => y))].map((y) => tiles.filter((tile) => tile.y === y))
