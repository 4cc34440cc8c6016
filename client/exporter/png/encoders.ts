/** Strip encoders on as many threads as make sense; on this one where there are none. */
import { createStripEncoder, kernelCode } from './encoder.ts'
import type { PngAnswer, PngJob } from './serve.ts'
import type { EncodedStrip, EncodeStrip, Strip } from './strip.ts'

/** More threads than this only add memory: painting is the bottleneck then. */
const MAX_THREADS = 4

/** A strip in its final form; the bytes rest in a Blob, outside the page's own memory. */
export interface Piece extends Omit<EncodedStrip, 'chunk'> {
  chunk: Blob
}

export interface Encoders {
  /** How many strips are encoded at the same time. */
  readonly threads: number
  /** Where to paint a strip of so many bytes. Whatever holds pixels goes round between here and the threads. */
  room(bytes: number): Uint8Array<ArrayBuffer>
  /**
   * The strip's `rgba`, from `room`, is handed over and gone afterwards. `null`: the thread was lost, and the strip with
   * it; paint it again and come back.
   */
  encode(strip: Strip & { rgba: Uint8Array<ArrayBuffer> }): Promise<Piece | null>
  /** Stops at once; whatever is under way ends with `null`. */
  dispose(): void
}

/**
 * A worker and the memory that goes to it and back. Memory is never made anew where it can go round: WebGL and messages
 * keep what they have seen until it is collected, which nothing hurries, and an export would pile up several times its
 * own size.
 */
interface Thread {
  worker: Worker
  done: ((piece: Piece | null) => void) | null
  memory: ArrayBuffer
}

/** `startWorker` may throw or fail later, as under a policy without workers or without memory. */
export function createEncoders(strips: number, startWorker: () => Worker = startPngWorker): Encoders {
  const wanted = Math.min(MAX_THREADS, navigator.hardwareConcurrency || 2, strips)
  const threads = new Set<Thread>()
  const waiting: (() => void)[] = []
  const rooms: ArrayBuffer[] = []
  let onThisThread: EncodeStrip | null = null
  let memory = new ArrayBuffer(0)
  let disposed = false

  for (let i = 0; i < wanted && start(); i++);

  function start(): boolean {
    try {
      const thread: Thread = { worker: startWorker(), done: null, memory: new ArrayBuffer(0) }
      thread.worker.onmessage = ({ data }: MessageEvent<PngAnswer>) => {
        rooms.push(data.pixels)
        thread.memory = data.chunk.buffer
        finish(thread, toPiece(data))
      }
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

  function finish(thread: Thread, piece: Piece | null) {
    const { done } = thread
    thread.done = null
    done?.(piece)
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
    room(bytes) {
      const index = rooms.findIndex(({ byteLength }) => byteLength >= bytes)
      const [buffer = new ArrayBuffer(bytes)] = index < 0 ? [] : rooms.splice(index, 1)
      return new Uint8Array(buffer, 0, bytes)
    },
    async encode(strip) {
      while (threads.size > 0 && !idle()) await new Promise<void>((wake) => waiting.push(wake))
      if (disposed) return null
      const thread = idle()
      if (thread) {
        return new Promise((done) => {
          thread.done = done
          post(thread, strip)
        })
      }
      await nextTask() // between two strips, let the page breathe
      if (disposed) return null
      onThisThread ??= createStripEncoder()
      const encoded = onThisThread(strip, memory)
      memory = encoded.chunk.buffer
      rooms.push(strip.rgba.buffer)
      return toPiece(encoded)
    },
    dispose() {
      disposed = true
      for (const thread of [...threads]) lose(thread)
    },
  }
}

function post({ worker, memory }: Thread, strip: Strip & { rgba: Uint8Array<ArrayBuffer> }) {
  const job: PngJob = { ...strip, memory, code: kernelCode() }
  worker.postMessage(job, [strip.rgba.buffer, memory])
}

const toPiece = ({ chunk, adler, length }: EncodedStrip): Piece => ({ chunk: new Blob([chunk]), adler, length })

const startPngWorker = () =>
  kernelCode()
    ? new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'png' })
    : new Worker(new URL('./plain/worker.ts', import.meta.url), { type: 'module', name: 'png' })

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
