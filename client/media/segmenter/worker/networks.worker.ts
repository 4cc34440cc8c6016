/** The worker that runs networks on WASM, in parallel with the refiner's worker. */
import { transfer } from 'comlink'
import { exposeMethods, type WorkerCall } from '#client/kit/base/callWorker.ts'
import { createQueue, yieldToMessages } from '#client/kit/base/scheduling.ts'
import { startBackend } from './backend.ts'
import { type ImageNetwork, loadImageNetwork, type NetworkFiles, type NetworkSignature } from './imageNetwork.ts'

const networks = new Map<string, Promise<ImageNetwork>>()
let backend: Promise<unknown> | null = null
const inOrder = createQueue()

export const methods = {
  /** Loads a network and stores it under the key `network`. */
  async load(network: string, signature: NetworkSignature, files: NetworkFiles): Promise<void> {
    backend ??= startBackend('wasm', () => {})
    const loading = backend.then(() => loadImageNetwork(signature, files))
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
  const loaded = await networks.get(network)
  if (!loaded) throw new Error(`networks worker: no network ${network}`)
  const output = await loaded.run(input, async (done) => {
    await yieldToMessages()
    signal.throwIfAborted()
    onProgress(done)
  })
  // Safe cast: a float32 tensor has a Float32Array.
  const values = (await output.data()) as Float32Array<ArrayBuffer>
  output.dispose()
  return transfer({ values, shape: output.shape }, [values.buffer])
}
