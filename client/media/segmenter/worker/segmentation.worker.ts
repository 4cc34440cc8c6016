/** The segmenter's worker: the only thread, and this folder the only place, with TensorFlow.js. */
import { memory } from '@tensorflow/tfjs-core'
import { pixelsOf } from '../../../model/assets/pixels.ts'
import type { SegmentModel } from '../modelManifest.ts'
import type { Backend, FromWorker, Start, ToWorker } from '../segmenterProtocol.ts'
import { startBackend } from './backend.ts'
import { breath } from './yieldToMessages.ts'
import { coverageOf } from './maskToCoverage.ts'
import { fetchFiles, fetchModel } from './modelFiles.ts'
import { networkInput } from './networkInput.ts'
import { loadNetwork, type Network } from './maskNetwork.ts'
import { isRight } from './selfCheck.ts'

/** Ends a job between two steps of the network. */
class Superseded extends Error {}

/** The rest is enlarging. */
const NETWORK_SHARE = 0.9

interface Engine {
  model: SegmentModel
  backend: Backend
  network: Network
}

let start: Start | null = null
let engine: Promise<Engine> | null = null
let running: Backend | null = null
let newestJob = 0
let isWebglBroken = false
let queue: Promise<void> = Promise.resolve()

const post = (message: FromWorker, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

self.onmessage = ({ data: message }: MessageEvent<ToWorker>) => {
  switch (message.type) {
    case 'start':
      start = message
      return
    case 'segment':
      newestJob = message.job
      queue = queue.then(() => segment(message)) // one at a time; `segment` never rejects
      return
    case 'abort':
      if (message.job === newestJob) newestJob = 0
      return
    case 'measure': {
      const { numTensors, numBytes, ...rest } = memory()
      const bytesInGpu = 'numBytesInGPU' in rest ? Number(rest.numBytesInGPU) : 0
      return post({ type: 'memory', memory: { backend: running, tensors: numTensors, bytes: numBytes, bytesInGpu } })
    }
  }
}

async function segment({ job, image, size }: ToWorker & { type: 'segment' }): Promise<void> {
  const isStale = () => job !== newestJob
  const separating = (fraction: number) => post({ type: 'progress', job, progress: { stage: 'separating', fraction } })
  let stage: 'loading' | 'separating' = 'loading'
  try {
    if (isStale()) return
    engine ??= load()
    const { model, backend, network } = await engine
    if (isStale()) return
    if (isWebglBroken) return reportLost()

    stage = 'separating'
    separating(0)
    const mask = await network.run(networkInput(pixelsOf(image), model), async (done) => {
      await breath()
      if (isStale()) throw new Superseded()
      separating(NETWORK_SHARE * done)
    })
    if (backend === 'webgl' && !isPlausible(mask))
      return post({ type: 'failed', job, error: 'webgl-broken', reason: 'the network gave no usable numbers' })

    const coverage = coverageOf(mask, model.input, size)
    if (!coverage) return post({ type: 'failed', job, error: 'no-subject', reason: 'nothing stands out' })
    separating(1)
    post({ type: 'done', job, coverage }, [coverage.buffer])
  } catch (cause) {
    if (cause instanceof Superseded) return
    if (stage === 'loading') engine = null // the next photo may find the network back
    const error = stage === 'loading' ? 'model-unavailable' : failureOf(cause)
    post({ type: 'failed', job, error, reason: String(cause) })
  } finally {
    image.close()
  }
}

async function load(): Promise<Engine> {
  if (!start) throw new Error('segmenter worker: a job before the start')
  const model = await fetchModel(new URL(start.manifest, self.location.href).href, start.model)
  const [files, backend] = await Promise.all([
    fetchFiles(model, (loadedBytes, totalBytes) =>
      post({ type: 'progress', job: newestJob, progress: { stage: 'loading', loadedBytes, totalBytes } }),
    ),
    startBackend(start.backend, () => {
      isWebglBroken = true
      reportLost() // now: the network's answer may never come
    }),
  ])
  running = backend
  const network = await loadNetwork(model.input, files)
  if (backend === 'webgl' && !(await isRight(network))) isWebglBroken = true
  return { model, backend, network }
}

const reportLost = () =>
  post({
    type: 'failed',
    job: newestJob,
    error: 'webgl-broken',
    reason: 'the graphics driver took WebGL away or computes wrongly',
  })

/** A lost context or a broken driver answers zeros or no numbers at all; a network never answers one value everywhere. */
const isPlausible = (mask: Float32Array): boolean =>
  mask.every(Number.isFinite) && mask.some((value) => value !== mask[0])

function failureOf(cause: unknown): 'out-of-memory' | 'webgl-broken' | 'model-unavailable' {
  if (running === 'webgl') return 'webgl-broken'
  return cause instanceof RangeError || /memory|allocat/i.test(String(cause)) ? 'out-of-memory' : 'model-unavailable'
}
