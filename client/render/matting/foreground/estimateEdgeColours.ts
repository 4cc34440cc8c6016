/** Estimates the colours of a photo's edges in a worker, which sees the photo in parts: no copy of it is ever made. */

import type { Rect } from '../../../kit/base/geometry.ts'
import { union } from '../../../kit/base/rect.ts'
import type { BitmapAsset, MatteAsset, Patch } from '../../../model/assets/store.ts'
import type { FromEdges, ToEdges } from './edgeColoursProtocol.ts'
import { aroundTile } from './TiledEstimator.ts'

/** Pixels of a part: no copy between the threads is felt. */
const PART_PIXELS = 1 << 20

type Photo = Pick<BitmapAsset, 'bitmap' | 'width' | 'height'>

/** Rejects when the photo is closed meanwhile, or the worker fails. */
export async function estimateEdges(
  photo: Photo,
  matte: Pick<MatteAsset, 'coverage'>,
): Promise<{ front: Patch[]; behind: Patch[] }> {
  const worker = new Worker(new URL('./edgeColours.worker.ts', import.meta.url), { type: 'module', name: 'edges' })
  try {
    const { width, height } = photo
    const coverage = matte.coverage.slice()
    const plan = await ask(worker, { type: 'matte', size: { width, height }, coverage }, [coverage.buffer])
    if (plan.type !== 'plan') throw new Error('edge colours: no plan')
    const found: { front: Patch[]; behind: Patch[] } = { front: [], behind: [] }
    if (plan.tiles.length === 0) return found
    const step = Math.max(1, Math.floor(PART_PIXELS / width / plan.rows)) * plan.rows
    for (let y = 0; y < height; y += step) {
      const rect = { x: 0, y, width, height: Math.min(step, height - y) }
      const image = await cutOut(photo, rect)
      await ask(worker, { type: 'rows', rect, image }, [image])
    }
    for (const tiles of inRows(plan.tiles)) {
      const rect = tiles.map((tile) => aroundTile(tile, photo)).reduce(union)
      const image = await cutOut(photo, rect)
      const answer = await ask(worker, { type: 'tiles', rect, image, tiles }, [image])
      if (answer.type !== 'patches') throw new Error('edge colours: no patches')
      found.front.push(...answer.front)
      found.behind.push(...answer.behind)
    }
    return found
  } finally {
    worker.terminate()
  }
}

const cutOut = ({ bitmap }: Photo, { x, y, width, height }: Rect) => createImageBitmap(bitmap, x, y, width, height)

const inRows = (tiles: readonly Rect[]): Rect[][] =>
  [...new Set(tiles.map(({ y }) => y))].map((y) => tiles.filter((tile) => tile.y === y))

function ask(worker: Worker, message: ToEdges, transfer: Transferable[]): Promise<FromEdges> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FromEdges>) => resolve(data)
    worker.onerror = (event) => reject(new Error(`edge colours: ${event.message}`))
    worker.postMessage(message, transfer)
  })
}
