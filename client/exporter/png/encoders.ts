/** Strip encoders on as many threads as make sense; on this one where there are none. */
import { createStripEncoder, type EncodedStrip, type EncodeStrip, type Strip } from './strip.ts'

/** More threads than this only add memory: painting is the bottleneck then. */
const MAX_THREADS = 4

export interface Encoders {
  /** How many strips are encoded at the same time. */
  readonly threads: number
  /**
   * The strip's `rgba` is handed over and gone afterwards. `null`: the thread was lost, and the strip with it; paint it
   * again and come back.
   */
  encode(strip: Strip & { rgba: Uint8Array<ArrayBuffer> }): Promise<EncodedStrip | null>
  /** Stops at once; whatever is under way ends with `null`. */
  dispose(): void
}

interface Thread {
  worker: Worker
  done: ((encoded: EncodedStrip | null) => void) | null
}

/** `startWorker` may throw or fail later, as under a policy without workers or without memory. */
export function createEncoders(strips: number, startWorker: () => Worker = startPngWorker): Encoders {
  const wanted = Math.min(MAX_THREADS, navigator.hardwareConcurrency || 2, strips)
  const threads = new Set<Thread>()
  const waiting: (() => void)[] = []
  let onThisThread: EncodeStrip | null = null
  let disposed = false

  for (let i = 0; i < wanted && start(); i++);

  function start(): boolean {
    try {
      const thread: Thread = { worker: startWorker(), done: null }
      thread.worker.onmessage = ({ data }: MessageEvent<EncodedStrip>) => finish(thread, data)
      thread.worker.onerror = (event) => {
        event.preventDefault() // it is dealt with here
        lose(thread)
      }
      thread.worker.onmessageerror = () => lose(thread)
      threads.add(thread)
      return true
    } catch {
      return false // this thread can do it too, only slower
    }
  }

  function finish(thread: Thread, encoded: EncodedStrip | null) {
    const { done } = thread
    thread.done = null
    done?.(encoded)
    waiting.shift()?.()
  }

  function lose(thread: Thread) {
    thread.worker.terminate()
    threads.delete(thread)
    finish(thread, null)
    if (threads.size === 0) for (const wake of waiting.splice(0)) wake()
  }

  const idle = () => [...threads].find((thread) => thread.done === null)

  return {
    get threads() {
      return Math.max(1, threads.size)
    },
    async encode(strip) {
      while (threads.size > 0 && !idle()) await new Promise<void>((wake) => waiting.push(wake))
      if (disposed) return null
      const thread = idle()
      if (thread) {
        return new Promise((done) => {
          thread.done = done
          thread.worker.postMessage(strip, [strip.rgba.buffer])
        })
      }
      await nextTask() // between two strips, let the page breathe
      if (disposed) return null
      onThisThread ??= createStripEncoder()
      return onThisThread(strip)
    },
    dispose() {
      disposed = true
      for (const thread of [...threads]) lose(thread)
    },
  }
}

const startPngWorker = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'png' })

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
