/** The worker that runs networks in parallel with the segmentation's worker, on WebGL or on WebAssembly. */
import { transfer } from 'comlink'
import { exposeMethods, type WorkerCall } from '#client/kit/async/callWorker.ts'
import { createQueue, loadOnce, yieldToMessages } from '#client/kit/async/scheduling.ts'
import type { Backend, WebglSettings } from '../segmentationTypes.ts'
import { startWasm, startWebgl } from './backend.ts'
import { type ImageNetwork, loadImageNetwork, type NetworkFiles, type NetworkSignature } from './imageNetwork.ts'

/** The backend of a worker, and its settings. */
export interface WorkerBackend {
  backend: Backend
  webgl?: Partial<WebglSettings>
}

interface Started {
  backend: Backend
  /** Awaited between the steps of a network. */
  pace(): Promise<void>
  /** Rejects when the WebGL context is lost, because a running computation may then never end. */
  lost: Promise<never>
}

const networks = new Map<string, Promise<ImageNetwork>>()
const inOrder = createQueue()

const start = loadOnce(async ({ backend, webgl = {} }: WorkerBackend): Promise<Started> => {
  const { promise: lost, reject } = Promise.withResolvers<never>()
  lost.catch(() => null) // the running call reports the rejection
  if (backend === 'webgl') {
    await startWebgl(webgl, () => reject(new Error('the WebGL context was lost')))
    const { createPace } = await import('./webglPace.ts')
    return { backend, pace: createPace(), lost }
  }
  await startWasm()
  return { backend, pace: yieldToMessages, lost }
})

export const methods = {
  /**
   * Loads a network and stores it under the key `network`. On WebGL, also compiles its programs. The backend of the
   * first call is the backend of all calls.
   */
  async load(network: string, on: WorkerBackend, signature: NetworkSignature, files: NetworkFiles): Promise<void> {
    const loading = start(on).then(({ backend }) => loadImageNetwork(signature, files, backend))
    networks.set(network, loading)
    await loading
  },
  /** Runs a network after all earlier runs. Returns the output's values (float32, row-major) and shape. */
  run: (network: string, input: Float32Array<ArrayBuffer>, call: WorkerCall<number>) =>
    inOrder(() => perform(network, input, call)),
}

export type NetworksWorker = typeof methods

exposeMethods(methods)

async function perform(
  network: string,
  input: Float32Array<ArrayBuffer>,
  { signal, onProgress }: WorkerCall<number>,
): Promise<{ values: Float32Array<ArrayBuffer>; shape: number[] }> {
  signal.throwIfAborted()
  const [loaded, started] = [await networks.get(network), await start.current]
  if (!loaded || !started) throw new Error(`networks worker: no network ${network}`)
  const compute = async () => {
    const output = await loaded.run(input, async (done) => {
      await started.pace()
      signal.throwIfAborted()
      onProgress(done)
    })
    // Safe cast: a float32 tensor has a Float32Array.
    const values = (await output.data()) as Float32Array<ArrayBuffer>
    output.dispose()
    return { values, shape: output.shape }
  }
  const output = await Promise.race([compute(), started.lost])
  if (started.backend === 'webgl' && !isPlausible(output.values))
    throw new Error('the graphics driver returned invalid or constant values')
  return transfer(output, [output.values.buffer])
}

/** Returns false for values that only a broken graphics driver computes: NaN, infinity, or a single value. */
const isPlausible = (values: Float32Array): boolean =>
  values.every(Number.isFinite) && values.some((value) => value !== values[0])
