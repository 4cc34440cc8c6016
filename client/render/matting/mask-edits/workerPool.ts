/** Threads that work out tiles of a mask's edge. */
import type { AdjustTask } from './maskEdge.ts'

export interface Lane {
  /** One at a time, in the order asked. Rejects when the thread fails; one that has ended never answers. */
  adjust(task: AdjustTask): Promise<Uint8Array>
  end(): void
}

const MOST = 4

/** One core is left for the page. */
export function startLanes(): Lane[] {
  const cores = navigator.hardwareConcurrency || 2
  return Array.from({ length: Math.min(MOST, Math.max(1, cores - 1)) }, startLane)
}

function startLane(): Lane {
  const worker = new Worker(new URL('./maskEdge.worker.ts', import.meta.url), { type: 'module', name: 'mask edge' })
  let turn: Promise<unknown> = Promise.resolve()
  const ask = (task: AdjustTask) =>
    new Promise<Uint8Array>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Uint8Array>) => resolve(data)
      worker.onerror = (event) => reject(new Error(`mask edge: ${event.message}`))
      worker.postMessage(task, [task.coverage.buffer])
    })
  return {
    adjust(task) {
      const tile = turn.then(() => ask(task))
      turn = tile.catch(() => undefined) // who asked is told
      return tile
    },
    end: () => worker.terminate(),
  }
}
