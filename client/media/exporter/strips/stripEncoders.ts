import { openWorker, type WorkerPort } from '#client/kit/base/callWorker.ts'
import { WorkerPool } from '#client/kit/base/workerPool.ts'

/** Maximum number of workers. With more, painting is the bottleneck and only the memory use grows. */
const MAX_THREADS = 4

/** The part of a strip that all formats share. */
export interface StripPixels {
  /** RGBA, straight alpha, row-major; allocated by `allocate`. */
  rgba: Uint8Array<ArrayBuffer>
}

/** An encoded strip. Its bytes are at the beginning of the buffer that was passed as `memory`. */
export interface EncodedStrip {
  chunk: Uint8Array<ArrayBuffer>
}

/** Encodes one strip. `memory` is reused for the chunk where it is large enough. */
export type EncodeStrip<S, E extends EncodedStrip> = (strip: S & StripPixels, memory: ArrayBuffer) => E

/** The strip encoder of one format, for a worker and for the page's thread. */
export interface StripCodec<S, E extends EncodedStrip> {
  /** May throw, or the worker may fail later, when a policy forbids workers or memory runs out. */
  startWorker(): WorkerPort
  /** Creates an encoder for the calling thread. */
  createEncoder(): EncodeStrip<S, E>
  /** Returns the compiled module that all workers share; null = the encoder needs none. */
  code(): WebAssembly.Module | null
}

/** The result of a worker. `pixels`: the strip's pixel buffer, returned for reuse. */
interface StripResult<E extends EncodedStrip> {
  encoded: E
  pixels: ArrayBuffer
}

/** The methods of a worker that encodes strips. */
export interface StripWorker<S, E extends EncodedStrip> {
  /** `memory`: the buffer for the chunk. `code`: the compiled encoder; only the first call's is used. */
  encode(strip: S & StripPixels, memory: ArrayBuffer, code: WebAssembly.Module | null): StripResult<E>
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
 * Starts up to four workers, fewer where the picture has fewer strips. If no worker starts, strips are encoded on the
 * page's thread, with a pause between two strips.
 */
export const createStripEncoders = <S, E extends EncodedStrip>(
  format: StripCodec<S, E>,
  strips: number,
): StripEncoders<S, E> =>
  new StripEncoderPool(format, Math.min(MAX_THREADS, navigator.hardwareConcurrency || 2, strips))

/**
 * Buffers are transferred to the workers and back, and reused: WebGL and messages keep buffers alive until garbage
 * collection, so new ones would add up to several times the picture's size.
 */
class StripEncoderPool<S, E extends EncodedStrip> implements StripEncoders<S, E> {
  private readonly format: StripCodec<S, E>
  private readonly workers: WorkerPool<StripWorker<S, E>>
  private readonly freePixels: ArrayBuffer[] = []
  private readonly freeChunks: ArrayBuffer[] = []
  /** The encoder of the page's own thread. */
  private ownEncoder: EncodeStrip<S, E> | null = null
  private isDisposed = false

  constructor(format: StripCodec<S, E>, workers: number) {
    this.format = format
    this.workers = new WorkerPool(() => openWorker(format.startWorker()), workers)
  }

  get threads(): number {
    return Math.max(1, this.workers.size)
  }

  allocate(bytes: number): Uint8Array<ArrayBuffer> {
    const index = this.freePixels.findIndex(({ byteLength }) => byteLength >= bytes)
    const [buffer = new ArrayBuffer(bytes)] = index < 0 ? [] : this.freePixels.splice(index, 1)
    return new Uint8Array(buffer, 0, bytes)
  }

  async encode(strip: S & StripPixels): Promise<StripBlob<E> | null> {
    if (this.workers.size > 0) return this.encodeInWorker(strip)
    await nextTask() // lets the browser handle input and rendering
    if (this.isDisposed) return null
    this.ownEncoder ??= this.format.createEncoder()
    return this.blobOf({ encoded: this.ownEncoder(strip, this.takeChunk()), pixels: strip.rgba.buffer })
  }

  dispose(): void {
    this.isDisposed = true
    this.workers.dispose()
  }

  private async encodeInWorker(strip: S & StripPixels): Promise<StripBlob<E> | null> {
    const memory = this.takeChunk()
    try {
      const transfer = [strip.rgba.buffer, memory]
      return this.blobOf(await this.workers.call('encode', [strip, memory, this.format.code()], { transfer }))
    } catch {
      return null // the strip is painted and encoded again
    }
  }

  private takeChunk(): ArrayBuffer {
    return this.freeChunks.pop() ?? new ArrayBuffer(0)
  }

  /** Copies the chunk into a Blob, so that both buffers are free for the next strip. */
  private blobOf({ encoded: { chunk, ...rest }, pixels }: StripResult<E>): StripBlob<E> {
    const blob = new Blob([chunk])
    this.freePixels.push(pixels)
    this.freeChunks.push(chunk.buffer)
    return { ...rest, chunk: blob }
  }
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
