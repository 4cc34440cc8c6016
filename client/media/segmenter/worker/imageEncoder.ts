/** SAM's image encoder, in this thread or in a worker of its own. */
import { type Tensor, tensor } from '@tensorflow/tfjs-core'
import { encodeImage, type OnStep } from './mobileSam.ts'
import { loadGraph } from './steppedGraph.ts'

/** SAM's image encoder (SAM = Segment Anything Model), in this thread or in a worker. */
export interface ImageEncoder {
  /**
   * Returns the image embedding, [1, 64, 64, 256], which the caller disposes of. `input`: the photo as `samEncoderInput`
   * normalises it, [1024, 1024, 3]. `onStep` is awaited between the steps of the network; an error from it ends the run, and
   * the promise rejects with it.
   */
  embed(input: Float32Array<ArrayBuffer>, onStep: OnStep): Promise<Tensor>
}

type Files = readonly Uint8Array<ArrayBuffer>[]

/** Messages to the encoder's worker. `input`: the normalised photo, as `encodeImage` takes it. */
export type EncoderCommand =
  | { type: 'start'; files: Files }
  | { type: 'embed'; job: number; input: Float32Array<ArrayBuffer> }
  | { type: 'abort'; job: number }

/**
 * Messages from the encoder's worker. `done` of a step: the fraction of steps done, 0..1. `values` and `shape`: the
 * embedding.
 */
export type EncoderMessage =
  | { type: 'step'; job: number; done: number }
  | { type: 'done'; job: number; values: Float32Array<ArrayBuffer>; shape: number[] }
  | { type: 'failed'; reason: string }

/** The page's end of the encoder's worker; tests replace it. */
export type EncoderPort = Pick<Worker, 'onmessage' | 'onerror' | 'onmessageerror' | 'terminate'> & {
  postMessage(message: EncoderCommand, transfer: Transferable[]): void
}

/** Runs the encoder in this thread. `files`: the model's JSON and its weights, in order. */
export async function localEncoder(files: Files): Promise<ImageEncoder> {
  const graph = await loadGraph(files)
  return { embed: (input, onStep) => encodeImage(graph, input, onStep) }
}

interface Job {
  id: number
  onStep: OnStep
  resolve(embedding: Tensor): void
  reject(cause: unknown): void
}

/**
 * Runs the encoder in a worker, for one photo at a time. After a failure of the worker, the encoder from
 * `createFallback` is used for this photo and all later ones. The files' buffers are transferred to the worker.
 */
export function workerEncoder(
  files: Files,
  createFallback: () => Promise<ImageEncoder>,
  port: EncoderPort = startWorker(),
): ImageEncoder {
  let job: Job | null = null
  let lastId = 0
  let hasFailed = false
  let fallback: Promise<ImageEncoder> | null = null

  const fail = (reason: string) => {
    console.warn(`encoder: the worker failed: ${reason}`)
    hasFailed = true
    port.terminate()
    job?.reject(new Error(reason))
    job = null
  }
  port.onerror = (event) => fail(event.message)
  port.onmessageerror = () => fail('a message could not be read')
  port.onmessage = ({ data }: MessageEvent<EncoderMessage>) => {
    if (data.type === 'failed') return fail(data.reason)
    if (data.job !== job?.id) return // it was aborted meanwhile
    const { id, onStep, resolve, reject } = job
    if (data.type === 'done') {
      job = null
      return resolve(tensor(data.values, data.shape))
    }
    Promise.resolve(data.done)
      .then(onStep)
      .catch((cause) => {
        if (job?.id !== id) return
        job = null
        port.postMessage({ type: 'abort', job: id }, [])
        reject(cause)
      })
  }
  port.postMessage(
    { type: 'start', files },
    files.map(({ buffer }) => buffer),
  )

  const request = (input: Float32Array<ArrayBuffer>, onStep: OnStep) =>
    new Promise<Tensor>((resolve, reject) => {
      job = { id: ++lastId, onStep, resolve, reject }
      port.postMessage({ type: 'embed', job: lastId, input }, []) // copied, not transferred: the fallback may need it
    })
  return {
    async embed(input, onStep) {
      try {
        if (!hasFailed) return await request(input, onStep)
      } catch (cause) {
        if (!hasFailed) throw cause
      }
      fallback ??= createFallback().catch((cause) => {
        fallback = null // the next photo may find the network connection restored
        throw cause
      })
      return (await fallback).embed(input, onStep)
    },
  }
}

const startWorker = (): EncoderPort =>
  new Worker(new URL('./encoder.worker.ts', import.meta.url), { type: 'module', name: 'encoder' })
