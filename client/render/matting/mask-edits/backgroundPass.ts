/** Computes tiles of a mask in workers and publishes them together, so that no half-updated edge is ever shown. */
import type { Rect } from '../../../kit/base/geometry.ts'
import type { EdgeSettings, EditedMatte } from './EditedMatte.ts'
import type { EdgeWorker } from './workerPool.ts'

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
  workers: readonly EdgeWorker[],
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

  async function work(worker: EdgeWorker) {
    for (const tile of remainingTiles) {
      if (isObsoleteNow()) return
      const task = matte.taskOfTile(tile, settings)
      results.push([tile, typeof task === 'number' ? task : await worker.run(task)])
    }
  }

  Promise.all(workers.map(work))
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
