/** Maximum number of workers. With more, painting is the bottleneck and only the memory use grows. */
const MAX_THREADS = 4

/** The part of a strip that all formats share. */
export interface StripPixels {
  /** RGBA, straight alpha, row-major; allocated by `allocate`. */
  rgba: Uint8Array<ArrayBuffer>
}

/** An encoded strip: the bytes of the file lie at the beginning of the buffer that was lent for them. */
export interface EncodedStrip {
  chunk: Uint8Array<ArrayBuffer>
}

/** The strip encoder of one format, for a worker and for the page's thread. */
export interface StripCodec<S, E extends EncodedStrip> {
  /** May throw, or the worker may fail later: a policy may forbid workers, or memory may run out. */
  startWorker(): Worker
  /** An encoder for the calling thread. */
  createEncoder(): (strip: S, memory: ArrayBuffer) => E
  /** Returns the compiled module that all workers share; null = the encoder needs none. */
  code(): WebAssembly.Module | null
}

/** A message to a worker. `memory`: the buffer for the chunk. */
export type StripJob<S> = S & StripPixels & { memory: ArrayBuffer; code: WebAssembly.Module | null }
/** The worker's answer. `pixels`: the job's pixel buffer, returned for reuse. */
export interface StripResult<E extends EncodedStrip> {
  encoded: E
  pixels: ArrayBuffer
}

/** An encoded strip whose bytes are in a Blob, outside the page's own memory. */
export type StripBlob<E extends EncodedStrip> = Omit<E, 'chunk'> & { chunk: Blob }

export interface StripEncoders<S, E extends EncodedStrip> {
  /** Number of strips that are encoded at the same time; 1 without workers. */
  readonly threads: number
  /** Returns a buffer for the pixels of a strip, reused from earlier strips if possible. */
  allocate(bytes: number): Uint8Array<ArrayBuffer>
  /**
   * Encodes a strip. Transfers its `rgba`, which must come from `allocate`. Resolves with null when the worker was lost
   * together with the strip: paint the strip again and call again. Rejects when the page's own thread cannot encode.
   */
  encode(strip: S & StripPixels): Promise<StripBlob<E> | null>
  /** Terminates all workers at once. Pending calls of `encode` resolve with null. */
  dispose(): void
}

/**
 * A worker and the output buffer that is transferred to it and back. Buffers are reused wherever possible: WebGL and
 * messages keep buffers alive until garbage collection, so new ones would add up to several times the picture's size.
 */
interface Thread<E extends EncodedStrip> {
  worker: Worker
  done: ((blob: StripBlob<E> | null) => void) | null
  memory: ArrayBuffer
}

/**
 * Starts up to four workers, fewer where the picture has fewer strips. Where no worker starts, strips are encoded on
 * the page's thread, with a pause between two strips.
 */
export function createStripEncoders<S, E extends EncodedStrip>(
  format: StripCodec<S, E>,
  strips: number,
): StripEncoders<S, E> {
  const wanted = Math.min(MAX_THREADS, navigator.hardwareConcurrency || 2, strips)
  const threads = new Set<Thread<E>>()
  const waiting: (() => void)[] = []
  const freeBuffers: ArrayBuffer[] = []
  let onThisThread: ReturnType<typeof format.createEncoder> | null = null
  let memory = new ArrayBuffer(0)
  let disposed = false

  for (let i = 0; i < wanted && start(); i++);

  function start(): boolean {
    try {
      const thread: Thread<E> = { worker: format.startWorker(), done: null, memory: new ArrayBuffer(0) }
      thread.worker.onmessage = ({ data }: MessageEvent<StripResult<E>>) => {
        freeBuffers.push(data.pixels)
        thread.memory = data.encoded.chunk.buffer
        finish(thread, toBlob(data.encoded))
      }
      thread.worker.onerror = (event) => {
        event.preventDefault() // handled here: the strip is painted and encoded again
        discard(thread)
      }
      thread.worker.onmessageerror = () => discard(thread)
      threads.add(thread)
      return true
    } catch {
      return false // the page's thread encodes instead, more slowly
    }
  }

  function finish(thread: Thread<E>, blob: StripBlob<E> | null) {
    const { done } = thread
    thread.done = null
    done?.(blob)
    waiting.shift()?.()
  }

  function discard(thread: Thread<E>) {
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
    allocate(bytes) {
      const index = freeBuffers.findIndex(({ byteLength }) => byteLength >= bytes)
      const [buffer = new ArrayBuffer(bytes)] = index < 0 ? [] : freeBuffers.splice(index, 1)
      return new Uint8Array(buffer, 0, bytes)
    },
    async encode(strip) {
      while (threads.size > 0 && !idle()) await new Promise<void>((wake) => waiting.push(wake))
      if (disposed) return null
      const thread = idle()
      if (thread) {
        return new Promise((done) => {
          thread.done = done
          const { worker, memory } = thread
          const job: StripJob<S> = { ...strip, memory, code: format.code() }
          worker.postMessage(job, [strip.rgba.buffer, memory])
        })
      }
      await nextTask() // lets input and rendering through
      if (disposed) return null
      onThisThread ??= format.createEncoder()
      const encoded = onThisThread(strip, memory)
      memory = encoded.chunk.buffer
      freeBuffers.push(strip.rgba.buffer)
      return toBlob(encoded)
    },
    dispose() {
      disposed = true
      for (const thread of [...threads]) discard(thread)
    },
  }
}

/** Copies the bytes into a Blob, so their buffer is free for the next strip. */
function toBlob<E extends EncodedStrip>({ chunk, ...rest }: E): StripBlob<E> {
  return { ...rest, chunk: new Blob([chunk]) }
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
