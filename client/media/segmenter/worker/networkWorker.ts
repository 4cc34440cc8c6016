import { type Tensor, tensor } from '@tensorflow/tfjs-core'
import { callWorker, openWorker, type WorkerPort } from '#client/kit/async/callWorker.ts'
import { createQueue, loadOnce } from '#client/kit/async/scheduling.ts'
import type { ImageNetwork, NetworkFiles, NetworkSignature, OnStep } from './imageNetwork.ts'
import type { NetworksWorker, WorkerBackend } from './networks.worker.ts'

/**
 * A worker that runs networks one after another, in the order of the calls. If the worker fails, this thread runs the
 * networks for this photo and all later photos.
 */
export class NetworkWorker {
  readonly #worker
  readonly #backend: WorkerBackend
  #runs = 0
  /** Aborts when the worker fails. The abort rejects all calls to the worker. This thread then loads the networks. */
  readonly #failure = new AbortController()
  #isReleased = false
  /**
   * Queue for runs of networks in this thread. Runs one network at a time, because two simultaneous runs would need
   * twice the memory.
   */
  readonly #inOrder = createQueue()

  constructor(backend: WorkerBackend = { backend: 'wasm' }, port: WorkerPort = startWorker()) {
    this.#backend = backend
    this.#worker = openWorker<NetworksWorker>(port)
  }

  /**
   * Loads a network. Transfers the files' buffers to the worker. `loadHere` loads the same network in this thread, at
   * the first run after a failure of the worker.
   */
  load(
    network: string,
    { signature, files }: { signature: NetworkSignature; files: NetworkFiles },
    loadHere: () => Promise<ImageNetwork>,
  ): ImageNetwork {
    const transfer = files.map(({ buffer }) => buffer)
    if (!this.hasFailed)
      callWorker(this.#worker, 'load', [network, this.#backend, signature, files], { transfer }).catch((cause) =>
        this.#fail(cause),
      )
    const loadHereOnce = loadOnce(loadHere)
    return {
      run: async (input, onStep) => {
        try {
          if (!this.hasFailed) return await this.#run(network, input, onStep)
        } catch (cause) {
          if (!this.hasFailed) throw cause
        }
        const loaded = await loadHereOnce()
        return this.#inOrder(() => loaded.run(input, onStep))
      },
    }
  }

  /**
   * Terminates the worker to free its memory, unless it has failed or is running a network. Returns true if it
   * terminated the worker. Later runs then reject. The caller may start another worker.
   */
  release(): boolean {
    if (this.hasFailed || this.#runs > 0) return false
    this.#isReleased = true
    this.#worker.terminate()
    return true
  }

  /** Whether this thread runs the networks. */
  get hasFailed(): boolean {
    return this.#failure.signal.aborted
  }

  async #run(network: string, input: Float32Array<ArrayBuffer>, onStep: OnStep): Promise<Tensor> {
    if (this.#isReleased) throw new Error(`the worker with ${network} has ended`)
    const stop = new AbortController()
    const onProgress = (done: number) => {
      Promise.resolve(done)
        .then(onStep)
        .catch((cause) => stop.abort(cause))
    }
    this.#runs++
    try {
      const signal = AbortSignal.any([stop.signal, this.#failure.signal])
      // the input is copied, not transferred, because this thread needs it if the worker fails
      const { values, shape } = await callWorker(this.#worker, 'run', [network, input], { signal, onProgress })
      return tensor(values, shape)
    } catch (cause) {
      if (!stop.signal.aborted) this.#fail(cause)
      throw cause
    } finally {
      this.#runs--
    }
  }

  #fail(cause: unknown): void {
    if (this.hasFailed) return
    console.warn('networks: the worker failed', cause)
    this.#worker.terminate()
    this.#failure.abort(cause)
  }
}

const startWorker = () =>
  new Worker(new URL('./networks.worker.ts', import.meta.url), { type: 'module', name: 'networks' })
