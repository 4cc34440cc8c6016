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

/** Encodes the strips of one picture in workers, or on this thread where no worker starts. */
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
 * Starts up to four workers, fewer where the picture has fewer strips. Where no worker starts, strips are encoded on
 * the page's thread, with a pause between two strips.
 */
export const createStripEncoders = <S, E extends EncodedStrip>(
  format: StripCodec<S, E>,
  strips: number,
): StripEncoders<S, E> => new WorkerPool(format, Math.min(MAX_THREADS, navigator.hardwareConcurrency || 2, strips))

/**
 * A worker and the output buffer that is transferred to it and back. Buffers are reused wherever possible: WebGL and
 * messages keep buffers alive until garbage collection, so new ones would add up to several times the picture's size.
 */
interface Thread<E extends EncodedStrip> {
  worker: Worker
  /** Resolves the strip that is being encoded; null = the worker is idle. */
  done: ((blob: StripBlob<E> | null) => void) | null
  memory: ArrayBuffer
}

class WorkerPool<S, E extends EncodedStrip> implements StripEncoders<S, E> {
  private readonly format: StripCodec<S, E>
  private readonly workers = new Set<Thread<E>>()
  /** Calls of `encode` that wait for an idle worker. */
  private readonly waiting: (() => void)[] = []
  private readonly freeBuffers: ArrayBuffer[] = []
  /** The encoder of the page's own thread, and the buffer for its chunks. */
  private ownEncoder: ReturnType<StripCodec<S, E>['createEncoder']> | null = null
  private ownMemory = new ArrayBuffer(0)
  private isDisposed = false

  constructor(format: StripCodec<S, E>, workers: number) {
    this.format = format
    while (this.workers.size < workers && this.start());
  }

  get threads(): number {
    return Math.max(1, this.workers.size)
  }

  allocate(bytes: number): Uint8Array<ArrayBuffer> {
    const index = this.freeBuffers.findIndex(({ byteLength }) => byteLength >= bytes)
    const [buffer = new ArrayBuffer(bytes)] = index < 0 ? [] : this.freeBuffers.splice(index, 1)
    return new Uint8Array(buffer, 0, bytes)
  }

  async encode(strip: S & StripPixels): Promise<StripBlob<E> | null> {
    while (this.workers.size > 0 && !this.idle()) await new Promise<void>((wake) => this.waiting.push(wake))
    if (this.isDisposed) return null
    const thread = this.idle()
    if (thread) return this.encodeIn(thread, strip)
    await nextTask() // lets input and rendering through
    return this.isDisposed ? null : this.encodeHere(strip)
  }

  dispose(): void {
    this.isDisposed = true
    for (const thread of [...this.workers]) this.discard(thread)
  }

  /** Starts a worker. Returns false where none can be started: the page's thread encodes instead, more slowly. */
  private start(): boolean {
    try {
      const thread: Thread<E> = { worker: this.format.startWorker(), done: null, memory: new ArrayBuffer(0) }
      thread.worker.onmessage = ({ data }: MessageEvent<StripResult<E>>) => {
        this.freeBuffers.push(data.pixels)
        thread.memory = data.encoded.chunk.buffer
        this.finish(thread, toBlob(data.encoded))
      }
      thread.worker.onerror = (event) => {
        event.preventDefault() // handled here: the strip is painted and encoded again
        this.discard(thread)
      }
      thread.worker.onmessageerror = () => this.discard(thread)
      this.workers.add(thread)
      return true
    } catch {
      return false
    }
  }

  private idle(): Thread<E> | undefined {
    return [...this.workers].find((thread) => thread.done === null)
  }

  private encodeIn(thread: Thread<E>, strip: S & StripPixels): Promise<StripBlob<E> | null> {
    return new Promise((done) => {
      thread.done = done
      const { worker, memory } = thread
      const job: StripJob<S> = { ...strip, memory, code: this.format.code() }
      worker.postMessage(job, [strip.rgba.buffer, memory])
    })
  }

  private encodeHere(strip: S & StripPixels): StripBlob<E> {
    this.ownEncoder ??= this.format.createEncoder()
    const encoded = this.ownEncoder(strip, this.ownMemory)
    this.ownMemory = encoded.chunk.buffer
    this.freeBuffers.push(strip.rgba.buffer)
    return toBlob(encoded)
  }

  private finish(thread: Thread<E>, blob: StripBlob<E> | null): void {
    const { done } = thread
    thread.done = null
    done?.(blob)
    this.waiting.shift()?.()
  }

  private discard(thread: Thread<E>): void {
    thread.worker.terminate()
    this.workers.delete(thread)
    this.finish(thread, null)
    if (this.workers.size === 0) for (const wake of this.waiting.splice(0)) wake()
  }
}

/** Copies the bytes into a Blob, so their buffer is free for the next strip. */
function toBlob<E extends EncodedStrip>({ chunk, ...rest }: E): StripBlob<E> {
  return { ...rest, chunk: new Blob([chunk]) }
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
