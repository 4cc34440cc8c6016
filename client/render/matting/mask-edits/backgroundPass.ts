/** Computes mask tiles in workers and publishes them together, so that no half-updated edge is shown. */
import type { Rect } from '#client/kit/base/geometry.ts'
import { WorkerPool } from '#client/kit/base/workerPool.ts'
import type { MattingWorker } from '../matting.worker.ts'
import { startMattingWorker } from '../mattingWorker.ts'
import type { EdgeTask } from './maskEdge.ts'
import type { EdgeSettings, TiledMatte } from './TiledMatte.ts'

export interface EdgeWorkers extends Pick<WorkerPool<MattingWorker>, 'size' | 'dispose'> {
  /** Transfers the coverage of the task. Rejects when the worker fails, and after `dispose`. */
  adjustTile(task: EdgeTask): Promise<Uint8Array>
}

const MAX_WORKERS = 4

/** Starts workers that apply edge settings to tiles: one per core, at most 4, with one core left for the page. */
export function startEdgeWorkers(): EdgeWorkers {
  const cores = navigator.hardwareConcurrency || 2
  const pool = new WorkerPool(startMattingWorker, Math.min(MAX_WORKERS, Math.max(1, cores - 1)))
  return {
    get size() {
      return pool.size
    },
    adjustTile: (task) => pool.call('adjustTile', [task], { transfer: [task.coverage.buffer] }),
    dispose: () => pool.dispose(),
  }
}

/** Computation of the whole matte in workers, tile by tile. */
export interface BackgroundPass {
  readonly matte: TiledMatte
  readonly settings: EdgeSettings
  /** True after an abort, or after later strokes changed the tiles' input. */
  readonly isObsolete: boolean
  /** resolves when the pass has ended for any reason */
  readonly finished: Promise<void>
  abort(): void
}

/**
 * Computes mask tiles in workers. Calls `onDone` once when all are computed, with a function that writes them and
 * returns the changed rectangles. An obsolete pass doesn't call `onDone`.
 */
export function startBackgroundPass(
  matte: TiledMatte,
  tiles: readonly number[],
  workers: EdgeWorkers,
  onDone: (write: () => Rect[]) => void,
): BackgroundPass {
  const { settings, strokeRevision: initialRevision } = matte
  const remainingTiles = tiles.values()
  const results: [tile: number, bytes: Uint8Array | number][] = []
  let isAborted = false
  let end: () => void = () => {}
  const finished = new Promise<void>((resolve) => {
    end = resolve
  })
  const isObsoleteNow = () => isAborted || matte.strokeRevision !== initialRevision

  async function work() {
    for (const tile of remainingTiles) {
      if (isObsoleteNow()) return
      const task = matte.taskOfTile(tile, settings)
      results.push([tile, typeof task === 'number' ? task : await workers.adjustTile(task)])
    }
  }

  Promise.all(Array.from({ length: Math.max(1, workers.size) }, work))
    .then(
      () => {
        if (!isObsoleteNow()) onDone(() => results.flatMap(([tile, bytes]) => matte.writeTile(tile, bytes, settings)))
      },
      (cause: unknown) => {
        if (isObsoleteNow()) return
        console.error('the mask workers failed; the page computes the mask itself', cause) // slower, with the same bytes
        onDone(() => matte.adjustTiles())
      },
    )
    .finally(end)

  return {
    matte,
    settings,
    get isObsolete() {
      return isObsoleteNow()
    },
    finished,
    abort() {
      isAborted = true
      end()
    },
  }
}
