/** Tells the subject of a photo from its background. The network runs in a worker; this side hands jobs to it. */
import type { Size } from '../../kit/base/geometry.ts'
import { err, ok, type Result } from '../../kit/base/result.ts'
import { DEFAULT_MODEL, MANIFEST_URL } from './modelManifest.ts'
import type { Backend, FromWorker, SegmentError, SegmenterMemory, SegmentProgress, ToWorker } from './segmenterProtocol.ts'
import { shrink } from './downscale.ts'

export type { SegmentError, SegmentProgress }

/** Coverage of the subject: one byte per pixel, row-major, 0 = background, 255 = subject. */
export interface Matte extends Size {
  coverage: Uint8Array<ArrayBuffer>
}

export interface SegmentOptions {
  signal: AbortSignal
  onProgress?(progress: SegmentProgress): void
}

export interface Segmenter {
  /** `image` stays the caller's. The matte has the image's own size. A second call aborts the first. */
  segment(image: ImageBitmap, options: SegmentOptions): Promise<Result<Matte, SegmentError>>
  dispose(): void
}

/** A worker, as far as this file needs one. */
export type Port = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onmessageerror' | 'onerror'>

export interface SegmenterOptions {
  model?: string
  manifest?: string
  /** Which TensorFlow.js backend; by default WebGL on real graphics, else WASM. */
  backend?: Backend
  createWorker?: () => Port
  /** Makes the small copy of the photo that travels to the worker. */
  copy?: (image: ImageBitmap) => Promise<ImageBitmap>
}

/** A segmenter that can be asked what its worker holds. */
export interface WarmSegmenter extends Segmenter {
  memory(): Promise<SegmenterMemory>
}

type Outcome = Result<Matte, SegmentError | 'webgl-broken'>

interface Job {
  number: number
  size: Size
  options: SegmentOptions
  settle(outcome: Outcome): void
}

export function createSegmenter(options: SegmenterOptions = {}): WarmSegmenter {
  const { model = DEFAULT_MODEL, manifest = MANIFEST_URL, createWorker = startWorker, copy = shrink } = options
  let backend = options.backend ?? null
  let port: Port | null = null
  let current: Job | null = null
  let lastNumber = 0
  let onMemory: ((memory: SegmenterMemory) => void)[] = []

  const send = (message: ToWorker, transfer: Transferable[] = []) => {
    if (!port) {
      port = createWorker()
      port.onmessage = ({ data }: MessageEvent<FromWorker>) => receive(data)
      port.onerror = (event) => fail(event.message)
      port.onmessageerror = () => fail('its answer could not be read')
      port.postMessage({ type: 'start', manifest, model, backend })
    }
    port.postMessage(message, transfer)
  }

  /** Its memory goes with it; the next job starts a fresh one. */
  const drop = () => {
    port?.terminate()
    port = null
  }

  const fail = (reason: string) => {
    console.error(`segmenter: the worker failed: ${reason}`)
    drop()
    current?.settle(err('model-unavailable'))
  }

  const receive = (message: FromWorker) => {
    if (message.type === 'memory') {
      for (const answer of onMemory.splice(0)) answer(message.memory)
      return
    }
    if (message.type === 'failed' && message.error !== 'no-subject')
      console.warn(`segmenter: ${message.error}: ${message.reason}`)
    const job = current
    if (job?.number !== message.job) return // of a job that was aborted meanwhile
    switch (message.type) {
      case 'progress':
        return job.options.onProgress?.(message.progress)
      case 'done':
        return job.settle(ok({ ...job.size, coverage: message.coverage }))
      case 'failed':
        if (message.error !== 'no-subject' && message.error !== 'model-unavailable') drop()
        return job.settle(err(message.error))
    }
  }

  /** One try on the present backend. */
  const run = (image: ImageBitmap, options: SegmentOptions): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      const onAbort = () => {
        if (port) send({ type: 'abort', job: job.number })
        job.settle(err('aborted'))
      }
      const job: Job = {
        number: ++lastNumber,
        size: { width: image.width, height: image.height },
        options,
        settle(outcome) {
          options.signal.removeEventListener('abort', onAbort)
          if (current === job) current = null
          resolve(outcome)
        },
      }
      current?.settle(err('aborted'))
      current = job
      options.signal.addEventListener('abort', onAbort)
      copy(image).then((small) => {
        if (current === job) send({ type: 'segment', job: job.number, image: small, size: job.size }, [small])
        else small.close()
      }, reject)
    })

  const segment: Segmenter['segment'] = async (image, options) => {
    if (options.signal.aborted) return err('aborted')
    const outcome = await run(image, options)
    if (outcome.ok) return outcome
    if (outcome.error !== 'webgl-broken') return err(outcome.error)
    backend = 'wasm'
    return segment(image, options)
  }

  return {
    segment,
    memory() {
      return new Promise((resolve) => {
        onMemory = [...onMemory, resolve]
        send({ type: 'measure' })
      })
    },
    dispose() {
      drop()
      current?.settle(err('aborted'))
    },
  }
}

const startWorker = (): Port =>
  new Worker(new URL('./worker/segmentation.worker.ts', import.meta.url), { type: 'module', name: 'segmenter' })
