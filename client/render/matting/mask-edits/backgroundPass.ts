/** Computes tiles of a mask in workers and publishes them together, so that no half-updated edge is ever shown. */
import { openWorker } from '../../../kit/base/callWorker.ts'
import type { Rect } from '../../../kit/base/geometry.ts'
import { WorkerPool } from '../../../kit/base/workerPool.ts'
import type { EdgeSettings, EditedMatte } from './EditedMatte.ts'
import type { EdgeTask } from './maskEdge.ts'
import type { MaskEdgeWorker } from './maskEdge.worker.ts'

/** Workers that apply edge settings to tiles. */
export interface EdgeWorkers extends Pick<WorkerPool<MaskEdgeWorker>, 'size' | 'dispose'> {
  /** Transfers the coverage of the task. Rejects when the worker fails, and after `dispose`. */
  adjustTile(task: EdgeTask): Promise<Uint8Array>
}

const MAX_WORKERS = 4

/** Starts the workers that apply edge settings to tiles: one per core, at most 4; one core is left for the page. */
export function startEdgeWorkers(): EdgeWorkers {
  const cores = navigator.hardwareConcurrency || 2
  const pool = new WorkerPool(startWorker, Math.min(MAX_WORKERS, Math.max(1, cores - 1)))
  return {
    get size() {
      return pool.size
    },
    adjustTile: (task) => pool.call('adjustTile', [task], { transfer: [task.coverage.buffer] }),
    dispose: () => pool.dispose(),
  }
}

const startWorker = () =>
  openWorker<MaskEdgeWorker>(
    new Worker(new URL('./maskEdge.worker.ts', import.meta.url), { type: 'module', name: 'mask edge' }),
  )

/** One computation of the whole matte in the workers, tile by tile. */
export interface BackgroundPass {
  readonly matte: EditedMatte
  readonly settings: EdgeSettings
  /** It was aborted, or later strokes have changed the tiles' input. */
  readonly isObsolete: boolean
  /** Resolves when the pass has ended, for whatever reason. */
  readonly finished: Promise<void>
  abort(): void
}

/**
 * Computes tiles of a mask in workers. `onDone` is called once when all are computed, with a function that writes them
 * and returns the changed rectangles; it is not called for an obsolete pass.
 */
export function startBackgroundPass(
  matte: EditedMatte,
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
