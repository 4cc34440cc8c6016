/** The worker that runs networks on WASM, in parallel to the refiner's worker. */

import { yieldToMessages } from '#client/kit/base/scheduling.ts'
import { startBackend } from './backend.ts'
import { type ImageNetwork, loadImageNetwork } from './imageNetwork.ts'
import type { NetworkCommand, NetworkMessage } from './networkWorker.ts'

/** Ends an aborted job between two steps. */
class Aborted extends Error {}

const networks = new Map<string, Promise<ImageNetwork>>()
const activeJobs = new Set<number>()
let backend: Promise<unknown> | null = null
let queue: Promise<void> = Promise.resolve()

const post = (message: NetworkMessage, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

self.onmessage = ({ data: message }: MessageEvent<NetworkCommand>) => {
  switch (message.type) {
    case 'load': {
      const { network, signature, files } = message
      backend ??= startBackend('wasm', () => {})
      const loading = backend.then(() => loadImageNetwork(signature, files))
      loading.catch(fail)
      networks.set(network, loading)
      return
    }
    case 'run':
      activeJobs.add(message.job)
      queue = queue.then(() => perform(message).catch(fail)) // one at a time
      return
    case 'abort':
      activeJobs.delete(message.job)
  }
}

async function perform({ job, network, input }: NetworkCommand & { type: 'run' }): Promise<void> {
  const loaded = await networks.get(network)
  if (!loaded) throw new Error(`networks worker: no network ${network}`)
  if (!activeJobs.has(job)) return // it was aborted while it waited
  try {
    const output = await loaded.run(input, async (done) => {
      await yieldToMessages()
      if (!activeJobs.has(job)) throw new Aborted()
      post({ type: 'step', job, done })
    })
    const values = (await output.data()) as Float32Array<ArrayBuffer> // the data of a float32 tensor
    post({ type: 'done', job, values, shape: output.shape }, [values.buffer])
    output.dispose()
  } catch (cause) {
    if (!(cause instanceof Aborted)) throw cause
  } finally {
    activeJobs.delete(job)
  }
}

const fail = (cause: unknown) => post({ type: 'failed', reason: String(cause) })
