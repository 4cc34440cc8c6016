/** Who describes photos: this thread, or one beside it where processors do the work and there is more than one. */
import { type Tensor, tensor } from '@tensorflow/tfjs-core'
import { loadGraph } from './steppedGraph.ts'
import { describe, type OnStep } from './mobileSam.ts'

export interface Encoder {
  /** As `describe` of promptNetworks. */
  describe(input: Float32Array<ArrayBuffer>, onStep: OnStep): Promise<Tensor>
}

type Files = readonly Uint8Array<ArrayBuffer>[]

export type ToEncoder =
  | { type: 'start'; files: Files }
  | { type: 'describe'; job: number; input: Float32Array<ArrayBuffer> }
  | { type: 'abort'; job: number }

export type FromEncoder =
  | { type: 'step'; job: number; done: number }
  | { type: 'done'; job: number; values: Float32Array<ArrayBuffer>; shape: number[] }
  | { type: 'failed'; reason: string }

export type EncoderPort = Pick<Worker, 'onmessage' | 'onerror' | 'onmessageerror' | 'terminate'> & {
  postMessage(message: ToEncoder, transfer: Transferable[]): void
}

export async function encoderHere(files: Files): Promise<Encoder> {
  const graph = await loadGraph(files)
  return { describe: (input, onStep) => describe(graph, input, onStep) }
}

interface Job {
  id: number
  onStep: OnStep
  resolve(embedding: Tensor): void
  reject(cause: unknown): void
}

/** One photo at a time. `instead`: who does it from then on should that thread fail. */
export function encoderBeside(
  files: Files,
  instead: () => Promise<Encoder>,
  port: EncoderPort = startWorker(),
): Encoder {
  let job: Job | null = null
  let lastId = 0
  let isGone = false
  let other: Promise<Encoder> | null = null

  const fail = (reason: string) => {
    console.warn(`encoder: its thread failed: ${reason}`)
    isGone = true
    port.terminate()
    job?.reject(new Error(reason))
    job = null
  }
  port.onerror = (event) => fail(event.message)
  port.onmessageerror = () => fail('its answer could not be read')
  port.onmessage = ({ data }: MessageEvent<FromEncoder>) => {
    if (data.type === 'failed') return fail(data.reason)
    if (data.job !== job?.id) return // it has ended meanwhile
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

  const ask = (input: Float32Array<ArrayBuffer>, onStep: OnStep) =>
    new Promise<Tensor>((resolve, reject) => {
      job = { id: ++lastId, onStep, resolve, reject }
      port.postMessage({ type: 'describe', job: lastId, input }, []) // a copy: it may be needed here yet
    })
  return {
    async describe(input, onStep) {
      try {
        if (!isGone) return await ask(input, onStep)
      } catch (cause) {
        if (!isGone) throw cause
      }
      other ??= instead().catch((cause) => {
        other = null // the next photo may find the network back
        throw cause
      })
      return (await other).describe(input, onStep)
    },
  }
}

const startWorker = (): EncoderPort =>
  new Worker(new URL('./encoder.worker.ts', import.meta.url), { type: 'module', name: 'encoder' })
