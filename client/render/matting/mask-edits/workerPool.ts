/** A pool of workers that apply edge settings to tiles. */
import type { EdgeTask } from './maskEdge.ts'

/** A worker that applies the edge settings to tiles. */
export interface EdgeWorker {
  /** Runs tasks one at a time, in order. Rejects when the worker fails; never settles once it is terminated. */
  run(task: EdgeTask): Promise<Uint8Array>
  terminate(): void
}

const MAX_WORKERS = 4

/** Starts the workers that apply edge settings to tiles: one per core, at most 4; one core is left for the page. */
export function startWorkerPool(): EdgeWorker[] {
  const cores = navigator.hardwareConcurrency || 2
  return Array.from({ length: Math.min(MAX_WORKERS, Math.max(1, cores - 1)) }, startWorker)
}

function startWorker(): EdgeWorker {
  const worker = new Worker(new URL('./maskEdge.worker.ts', import.meta.url), { type: 'module', name: 'mask edge' })
  let queue: Promise<unknown> = Promise.resolve()
  const request = (task: EdgeTask) =>
    new Promise<Uint8Array>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Uint8Array>) => resolve(data)
      worker.onerror = (event) => reject(new Error(`mask edge: ${event.message}`))
      worker.postMessage(task, [task.coverage.buffer])
    })
  return {
    run(task) {
      const tile = queue.then(() => request(task))
      queue = tile.catch(() => undefined) // the caller handles the error
      return tile
    },
    terminate: () => worker.terminate(),
  }
}
