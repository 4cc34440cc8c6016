/** Runs networks in a worker of its own, in parallel to those of this thread. */
import { type Tensor, tensor } from '@tensorflow/tfjs-core'
import type { ImageNetwork, NetworkFiles, NetworkSignature, OnStep } from './imageNetwork.ts'

/**
 * Messages to the worker. `network`: the key under which a network was loaded. `input`: as the network's `run` takes it.
 */
export type NetworkCommand =
  | { type: 'load'; network: string; signature: NetworkSignature; files: NetworkFiles }
  | { type: 'run'; job: number; network: string; input: Float32Array<ArrayBuffer> }
  | { type: 'abort'; job: number }

/**
 * Messages from the worker. `done` of a step: the fraction of steps done, 0..1. `values`: the output, float32, row-major, of
 * the shape `shape`. After 'failed' the worker is of no use.
 */
export type NetworkMessage =
  | { type: 'step'; job: number; done: number }
  | { type: 'done'; job: number; values: Float32Array<ArrayBuffer>; shape: number[] }
  | { type: 'failed'; reason: string }

/** The refiner worker's end of the worker; tests replace it. */
export type NetworkPort = Pick<Worker, 'onmessage' | 'onerror' | 'onmessageerror' | 'terminate'> & {
  postMessage(message: NetworkCommand, transfer: Transferable[]): void
}

interface Job {
  onStep: OnStep
  resolve(output: Tensor): void
  reject(cause: unknown): void
}

/**
 * A worker that runs networks one after the other, in the order of the calls. After a failure of the worker, this thread
 * runs them instead, for this photo and all later ones.
 */
export class NetworkWorker {
  readonly #port: NetworkPort
  readonly #jobs = new Map<number, Job>()
  #lastId = 0
  #hasFailed = false // then networks may be loaded in this thread
  #isReleased = false
  #here: Promise<unknown> = Promise.resolve() // the end of the last run in this thread

  constructor(port: NetworkPort = startWorker()) {
    this.#port = port
    port.onerror = (event) => this.#fail(event.message)
    port.onmessageerror = () => this.#fail('a message could not be read')
    port.onmessage = ({ data }: MessageEvent<NetworkMessage>) => this.#receive(data)
  }

  /**
   * Loads a network. The files' buffers are transferred to the worker. `loadHere` loads the same network in this thread, at
   * the first run after a failure of the worker.
   */
  load(
    network: string,
    { signature, files }: { signature: NetworkSignature; files: NetworkFiles },
    loadHere: () => Promise<ImageNetwork>,
  ): ImageNetwork {
    const transfer = files.map(({ buffer }) => buffer)
    if (!this.#hasFailed) this.#port.postMessage({ type: 'load', network, signature, files }, transfer)
    let here: Promise<ImageNetwork> | null = null
    return {
      run: async (input, onStep) => {
        try {
          if (!this.#hasFailed) return await this.#run(network, input, onStep)
        } catch (cause) {
          if (!this.#hasFailed) throw cause
        }
        here ??= loadHere().catch((cause) => {
          here = null // the next photo may find the network connection restored
          throw cause
        })
        const loaded = await here
        const run = this.#here.then(() => loaded.run(input, onStep)) // two at a time would need the memory of both
        this.#here = run.catch(() => null)
        return run
      },
    }
  }

  /**
   * Ends the worker, which frees its memory, unless it has failed or runs a network. Returns true when another one may take
   * its place; later runs in this one are rejected.
   */
  release(): boolean {
    if (this.#hasFailed || this.#jobs.size > 0) return false
    this.#isReleased = true
    this.#port.terminate()
    return true
  }

  #run(network: string, input: Float32Array<ArrayBuffer>, onStep: OnStep): Promise<Tensor> {
    if (this.#isReleased) return Promise.reject(new Error(`the worker with ${network} has ended`))
    return new Promise((resolve, reject) => {
      const job = ++this.#lastId
      this.#jobs.set(job, { onStep, resolve, reject })
      // copied, not transferred: after a failure this thread needs it
      this.#port.postMessage({ type: 'run', job, network, input }, [])
    })
  }

  #receive(message: NetworkMessage): void {
    if (message.type === 'failed') {
      this.#fail(message.reason)
      return
    }
    const { job: id } = message
    const job = this.#jobs.get(id)
    if (!job) return // it was aborted meanwhile
    if (message.type === 'done') {
      this.#jobs.delete(id)
      job.resolve(tensor(message.values, message.shape))
      return
    }
    Promise.resolve(message.done)
      .then(job.onStep)
      .catch((cause) => {
        if (!this.#jobs.delete(id)) return
        this.#port.postMessage({ type: 'abort', job: id }, [])
        job.reject(cause)
      })
  }

  #fail(reason: string): void {
    console.warn(`networks: the worker failed: ${reason}`)
    this.#hasFailed = true
    this.#port.terminate()
    const jobs = [...this.#jobs.values()]
    this.#jobs.clear()
    for (const { reject } of jobs) reject(new Error(reason))
  }
}

const startWorker = (): NetworkPort =>
  new Worker(new URL('./networks.worker.ts', import.meta.url), { type: 'module', name: 'networks' })
