import { openWorker, WorkerPool, type WorkerPort } from '#client/kit/async/callWorker.ts'
import { yieldToMessages } from '#client/kit/async/scheduling.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import type { ExportError, ExportOptions } from '../formats/format.ts'
import type { PixelSource } from '../pixelSource.ts'
import { createStripEncoder, type StripSetup } from './createStripEncoder.ts'
import {
  type EncodedStrip,
  type EncodeStrip,
  eachStrip,
  paintStrip,
  type Strip,
  type StripPlan,
} from './paintStrips.ts'
import type { StripWorker } from './worker.ts'

/** Maximum number of workers. More workers would not be faster, because painting is the bottleneck. */
const MAX_THREADS = 4

/** An encoded strip with its bytes in a Blob, outside the page's heap. */
export type StripBlob = Omit<EncodedStrip, 'chunk'> & { chunk: Blob }

/**
 * Encodes the strips of one image in up to four workers, or on this thread if no worker starts. Reuses its buffers,
 * because WebGL and messages hold buffers in memory until garbage collection. With a new buffer per strip, memory use
 * would be several times the image's size.
 */
export class StripEncoders {
  readonly #setup: StripSetup
  readonly #workers: WorkerPool<StripWorker>
  readonly #freePixels: ArrayBuffer[] = []
  readonly #freeChunks: ArrayBuffer[] = []
  /** The strip encoder on the page's own thread. */
  #ownEncoder: EncodeStrip | null = null
  #isDisposed = false

  /** `strips`: number of strips. `startWorker` may throw if a policy forbids workers or the browser lacks memory. */
  constructor(setup: StripSetup, strips: number, startWorker: () => WorkerPort = startStripWorker) {
    this.#setup = setup
    const threads = Math.min(MAX_THREADS, navigator.hardwareConcurrency || 2, strips)
    this.#workers = new WorkerPool(() => openWorker(startWorker()), threads)
  }

  /** Number of workers that encode strips at the same time, or 1 for the page's own thread if there are no workers. */
  get threads(): number {
    return Math.max(1, this.#workers.size)
  }

  /** Returns a buffer for the pixels of a strip. Reuses the buffer of an earlier strip if possible. */
  allocate(bytes: number): Uint8Array<ArrayBuffer> {
    const index = this.#freePixels.findIndex(({ byteLength }) => byteLength >= bytes)
    const [buffer = new ArrayBuffer(bytes)] = index < 0 ? [] : this.#freePixels.splice(index, 1)
    return new Uint8Array(buffer, 0, bytes)
  }

  /**
   * Encodes a strip. Transfers its `rgba`, which must come from `allocate`. Resolves with null if the strip was lost
   * with its worker, or after `dispose`. For a lost strip, the caller paints the strip again and repeats the call.
   * Rejects if the page's own thread cannot encode.
   */
  async encode(strip: Strip): Promise<StripBlob | null> {
    if (this.#workers.size > 0) return this.#encodeInWorker(strip)
    // lets the browser handle input and rendering, because without workers this code runs on the page's thread
    await yieldToMessages()
    if (this.#isDisposed) return null
    this.#ownEncoder ??= createStripEncoder(this.#setup)
    const { chunk, ...rest } = this.#ownEncoder(strip)
    this.#freePixels.push(strip.rgba.buffer)
    return { ...rest, chunk: new Blob([chunk]) }
  }

  /** Terminates all workers immediately. Pending calls of `encode` resolve with null. */
  dispose(): void {
    this.#isDisposed = true
    this.#workers.dispose()
  }

  async #encodeInWorker(strip: Strip): Promise<StripBlob | null> {
    const memory = this.#freeChunks.pop() ?? new ArrayBuffer(0)
    try {
      const transfer = [strip.rgba.buffer, memory]
      const { chunk, pixels, ...rest } = await this.#workers.call('encode', [strip, memory, this.#setup], { transfer })
      // the Blob copies the chunk, so the next strip can reuse the chunk's buffer and the buffer of the pixels
      const blob = new Blob([chunk])
      this.#freePixels.push(pixels)
      this.#freeChunks.push(chunk.buffer)
      return { ...rest, chunk: blob }
    } catch {
      return null // the caller paints and encodes the strip again
    }
  }
}

const startStripWorker = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'strips' })

export type EncodersOfStrips = Pick<StripEncoders, 'threads' | 'allocate' | 'encode' | 'dispose'>

/**
 * Paints and encodes all strips. The GPU paints a strip while workers encode earlier strips. Repaints strips whose
 * worker was lost. Disposes of the encoders. Fails with 'aborted', 'context-lost' or 'encode-failed'.
 */
export async function encodeInStrips(
  source: PixelSource,
  strips: readonly StripPlan[],
  encoders: EncodersOfStrips,
  options: ExportOptions,
): Promise<Result<StripBlob[], ExportError>> {
  const dispose = () => encoders.dispose()
  options.signal.addEventListener('abort', dispose, { once: true })
  try {
    return await encodeAll(source, strips, encoders, options)
  } finally {
    options.signal.removeEventListener('abort', dispose)
    dispose()
  }
}

async function encodeAll(
  source: PixelSource,
  strips: readonly StripPlan[],
  encoders: EncodersOfStrips,
  { signal, onProgress }: ExportOptions,
): Promise<Result<StripBlob[], ExportError>> {
  const { width, height } = source.size
  const blobs = new Map<StripPlan, StripBlob>()
  const pending = new Set<Promise<void>>()
  let failure: ExportError | null = null
  let above: Uint8Array | null = null
  const allocate = (bytes: number) => encoders.allocate(bytes)

  function encode(plan: StripPlan, { rgba, above }: Pick<Strip, 'rgba' | 'above'>) {
    const { y, rows } = plan
    const work = encoders
      .encode({ width, rows, y, isLast: y + rows === height, rgba, above })
      .then((blob) => {
        if (!blob) return
        blobs.set(plan, blob)
        onProgress?.(blobs.size / strips.length)
      })
      .catch((error: unknown) => {
        console.error(error) // for example, the page's own thread ran out of memory
        failure = 'encode-failed'
      })
      .finally(() => pending.delete(work))
    pending.add(work)
  }

  const encodePainted = async (rgba: Strip['rgba'], plan: StripPlan) => {
    const rowAbove = above
    above = lastRow(rgba, width)
    encode(plan, { rgba, above: rowAbove })
    while (pending.size > encoders.threads) await Promise.race(pending)
    return failure
  }
  const painted = await eachStrip(source, { signal }, encodePainted, { strips, allocate })
  if (!painted.ok) return painted
  await Promise.all(pending)

  for (const plan of strips.filter((strip) => !blobs.has(strip) && !signal.aborted && !failure)) {
    const again = await repaint(plan)
    if (!again) return err(signal.aborted ? 'aborted' : 'context-lost')
    encode(plan, again)
    await Promise.all(pending)
  }
  if (signal.aborted) return err('aborted')
  if (failure) return err(failure)
  const all = strips.flatMap((strip) => blobs.get(strip) ?? [])
  return all.length === strips.length ? ok(all) : err('encode-failed')

  /** Repaints a strip whose worker was lost, and the row above it. Returns null if painting fails. */
  async function repaint({ y, rows, tiles }: StripPlan): Promise<Pick<Strip, 'rgba' | 'above'> | null> {
    const rowAbove = { y: y - 1, rows: 1, tiles: tiles.map((tile) => ({ ...tile, y: y - 1, height: 1 })) }
    const above = y > 0 ? await paintStrip(source, rowAbove, signal, allocate) : null
    const rgba = await paintStrip(source, { y, rows, tiles }, signal, allocate)
    return rgba && (above || y === 0) ? { rgba, above: above && lastRow(above, width) } : null
  }
}

const lastRow = (rgba: Uint8Array, width: number) => rgba.slice(rgba.length - 4 * width)

/**
 * Returns a function that compiles a kernel at its first call. All workers and exports of the page share the module, so
 * the browser optimizes the code once. The function returns null if the browser lacks memory for the code.
 */
export function compileOnce(bytes: Uint8Array<ArrayBuffer>): () => WebAssembly.Module | null {
  let code: WebAssembly.Module | null | undefined
  return () => {
    try {
      code ??= new WebAssembly.Module(bytes)
    } catch {
      code = null
    }
    return code
  }
}
