/** Strip encoders on as many threads as make sense; on this one where there are none. */

/** More threads than this only add memory: painting is the bottleneck then. */
const MAX_THREADS = 4

/** What a strip brings along, whatever its format wants besides. */
export interface Pixels {
  /** RGBA, straight alpha, row-major; from `room`. */
  rgba: Uint8Array<ArrayBuffer>
}

/** What comes of a strip: the bytes of the file, which lie at the beginning of the memory that was lent for them. */
export interface Encoded {
  chunk: Uint8Array<ArrayBuffer>
}

/** One format: how its strips are encoded, here and on a thread. */
export interface StripFormat<S, E extends Encoded> {
  /** May throw or fail later, as under a policy without workers or without memory. */
  startWorker(): Worker
  /** For the thread that asks. */
  createEncoder(): (strip: S, memory: ArrayBuffer) => E
  /** Compiled code, shared by all threads. */
  code(): WebAssembly.Module | null
}

/** `memory`: where the chunk may go. */
export type Job<S> = S & Pixels & { memory: ArrayBuffer; code: WebAssembly.Module | null }
/** `pixels`: the job's own buffer, for the next one. */
export interface Answer<E extends Encoded> {
  encoded: E
  pixels: ArrayBuffer
}

/** A strip in its final form; the bytes rest in a Blob, outside the page's own memory. */
export type Piece<E extends Encoded> = Omit<E, 'chunk'> & { chunk: Blob }

export interface Encoders<S, E extends Encoded> {
  /** How many strips are encoded at the same time. */
  readonly threads: number
  /** Where to paint a strip of so many bytes. Whatever holds pixels goes round between here and the threads. */
  room(bytes: number): Uint8Array<ArrayBuffer>
  /**
   * The strip's `rgba`, from `room`, is handed over and gone afterwards. `null`: the thread was lost, and the strip with
   * it; paint it again and come back.
   */
  encode(strip: S & Pixels): Promise<Piece<E> | null>
  /** Stops at once; whatever is under way ends with `null`. */
  dispose(): void
}

/**
 * A worker and the memory that goes to it and back. Memory is never made anew where it can go round: WebGL and messages
 * keep what they have seen until it is collected, which nothing hurries, and an export would pile up several times its
 * own size.
 */
interface Thread<E extends Encoded> {
  worker: Worker
  done: ((piece: Piece<E> | null) => void) | null
  memory: ArrayBuffer
}

export function createEncoders<S, E extends Encoded>(format: StripFormat<S, E>, strips: number): Encoders<S, E> {
  const wanted = Math.min(MAX_THREADS, navigator.hardwareConcurrency || 2, strips)
  const threads = new Set<Thread<E>>()
  const waiting: (() => void)[] = []
  const rooms: ArrayBuffer[] = []
  let onThisThread: ReturnType<typeof format.createEncoder> | null = null
  let memory = new ArrayBuffer(0)
  let disposed = false

  for (let i = 0; i < wanted && start(); i++);

  function start(): boolean {
    try {
      const thread: Thread<E> = { worker: format.startWorker(), done: null, memory: new ArrayBuffer(0) }
      thread.worker.onmessage = ({ data }: MessageEvent<Answer<E>>) => {
        rooms.push(data.pixels)
        thread.memory = data.encoded.chunk.buffer
        finish(thread, toPiece(data.encoded))
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

  function finish(thread: Thread<E>, piece: Piece<E> | null) {
    const { done } = thread
    thread.done = null
    done?.(piece)
    waiting.shift()?.()
  }

  function lose(thread: Thread<E>) {
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
          const { worker, memory } = thread
          const job: Job<S> = { ...strip, memory, code: format.code() }
          worker.postMessage(job, [strip.rgba.buffer, memory])
        })
      }
      await nextTask() // between two strips, let the page breathe
      if (disposed) return null
      onThisThread ??= format.createEncoder()
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

/** The bytes go to a Blob and leave their memory to the next strip. */
function toPiece<E extends Encoded>({ chunk, ...rest }: E): Piece<E> {
  return { ...rest, chunk: new Blob([chunk]) }
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
