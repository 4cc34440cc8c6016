/** The segmenter's worker: U2-NetP's mask of a photo. TensorFlow.js is imported in this folder only. */
import { memory } from '@tensorflow/tfjs-core'
import { yieldToMessages } from '#client/kit/base/scheduling.ts'
import { pixelsOf } from '../../../model/assets/pixels.ts'
import type { SegmentModel } from '../modelManifest.ts'
import type { Backend, SegmenterCommand, SegmenterMessage, StartMessage } from '../segmenterProtocol.ts'
import { startBackend } from './backend.ts'
import { loadMaskNetwork, type MaskNetwork } from './imageNetwork.ts'
import { maskToCoverage } from './maskToCoverage.ts'
import { fetchFiles, fetchModel } from './modelFiles.ts'
import { networkInput } from './networkInput.ts'
import { passesSelfCheck } from './selfCheck.ts'

/** Ends a job between two steps of the network. */
class Superseded extends Error {}

/** The network's fraction of the computation time; the rest is upscaling. */
const NETWORK_FRACTION = 0.9

interface Engine {
  model: SegmentModel
  backend: Backend
  network: MaskNetwork
}

let start: StartMessage | null = null
let engine: Promise<Engine> | null = null
let runningBackend: Backend | null = null
let newestJob = 0
let isWebglBroken = false
let queue: Promise<void> = Promise.resolve()

const post = (message: SegmenterMessage, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

self.onmessage = ({ data: message }: MessageEvent<SegmenterCommand>) => {
  switch (message.type) {
    case 'start':
      start = message
      return
    case 'load':
      loadEngine().catch(() => null) // the first job tries again
      return
    case 'segment':
      newestJob = message.job
      queue = queue.then(() => segment(message)) // one at a time; `segment` never rejects
      return
    case 'abort':
      if (message.job === newestJob) newestJob = 0
      return
    case 'measure':
      void Promise.allSettled([engine]).then(postMemory)
  }
}

function postMemory(): void {
  const { numTensors, numBytes, ...rest } = memory()
  const bytesInGpu = 'numBytesInGPU' in rest ? Number(rest.numBytesInGPU) : 0
  post({ type: 'memory', memory: { backend: runningBackend, tensors: numTensors, bytes: numBytes, bytesInGpu } })
}

async function segment({ job, image, size }: SegmenterCommand & { type: 'segment' }): Promise<void> {
  const isStale = () => job !== newestJob
  const separating = (fraction: number) => post({ type: 'progress', job, progress: { stage: 'separating', fraction } })
  let stage: 'loading' | 'separating' = 'loading'
  try {
    if (isStale()) return
    const { model, backend, network } = await loadEngine()
    if (isStale()) return
    if (isWebglBroken) return reportLost()

    stage = 'separating'
    separating(0)
    const mask = await network.run(networkInput(pixelsOf(image), model), async (done) => {
      await yieldToMessages()
      if (isStale()) throw new Superseded()
      separating(NETWORK_FRACTION * done)
    })
    if (backend === 'webgl' && !isPlausible(mask))
      return post({ type: 'failed', job, error: 'webgl-broken', reason: 'the network gave no usable numbers' })

    const coverage = maskToCoverage(mask, model.input, size)
    if (!coverage) return post({ type: 'failed', job, error: 'no-subject', reason: 'nothing stands out' })
    separating(1)
    post({ type: 'done', job, coverage, backend }, [coverage.buffer])
  } catch (cause) {
    if (cause instanceof Superseded) return
    const error = stage === 'loading' ? 'model-unavailable' : failureOf(cause)
    post({ type: 'failed', job, error, reason: String(cause) })
  } finally {
    image.close()
  }
}

/** Loads once. A failed load is tried again at the next call: the network connection may be restored. */
function loadEngine(): Promise<Engine> {
  if (!engine) {
    engine = load()
    engine.catch(() => {
      engine = null
    })
  }
  return engine
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
      reportLost() // at once: a lost context may never return the network's output
    }),
  ])
  runningBackend = backend
  const network = await loadMaskNetwork(model.input, files)
  if (backend === 'webgl' && !(await passesSelfCheck(network))) isWebglBroken = true
  return { model, backend, network }
}

const reportLost = () =>
  post({
    type: 'failed',
    job: newestJob,
    error: 'webgl-broken',
    reason: 'the graphics driver took WebGL away or computes wrongly',
  })

/** Returns false for a mask of NaN or of one value everywhere, which only a lost context or a broken driver returns. */
const isPlausible = (mask: Float32Array): boolean =>
  mask.every(Number.isFinite) && mask.some((value) => value !== mask[0])

function failureOf(cause: unknown): 'out-of-memory' | 'webgl-broken' | 'model-unavailable' {
  if (runningBackend === 'webgl') return 'webgl-broken'
  return cause instanceof RangeError || /memory|allocat/i.test(String(cause)) ? 'out-of-memory' : 'model-unavailable'
}
