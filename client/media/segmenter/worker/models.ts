/** Loads the networks of this worker. */
import { memory } from '@tensorflow/tfjs-core'
import type { WorkerCall } from '#client/kit/async/callWorker.ts'
import { loadOnce } from '#client/kit/async/scheduling.ts'
import type { SegmenterMemory, SegmentProgress, WorkerSetup } from '../segmentationTypes.ts'
import { gpuName, startWasm } from './backend.ts'
import { ModelRegistry } from './modelRegistry.ts'
import { LoadFailure } from './outcome.ts'
import { QUICK_SIDE } from './photoAnalysis.ts'

let setup: WorkerSetup | null = null
// The newest call. Its callback receives the loading progress.
let newestCall: WorkerCall<SegmentProgress> | null = null

/** Reports the loading progress to a call, until the next call. */
export const reportLoadingTo = (call: WorkerCall<SegmentProgress>): void => {
  newestCall = call
}

/** Sets the setup of this worker, and loads the network of the quick matte. A later task repeats a failed load. */
export async function loadAhead(workerSetup: WorkerSetup): Promise<void> {
  setup = workerSetup
  const models = await loadModels()
  if (models.encoderBackend === 'webgl') await models.encoder()
}

/** Returns the settings of WebGL that replace the defaults in this worker. */
export const webglSettings = () => setup?.webgl ?? {}

/** Starts WebAssembly, and loads the manifest and the network of the quick matte. @throws LoadFailure */
export const loadModels = loadOnce(
  (): Promise<ModelRegistry> =>
    load().catch((cause) => {
      throw new LoadFailure(String(cause))
    }),
)

async function load(): Promise<ModelRegistry> {
  if (!setup) throw new Error('a task was called before the setup')
  const { manifest, encoder, gpu, webgl } = setup
  const isOnWebgl = encoder === 'webgl' && (gpu === null || gpu === gpuName())
  const started = startWasm()
  started.catch(() => null) // the first network reports the failure
  const registry = await ModelRegistry.from(
    new URL(manifest, self.location.href).href,
    (loadedBytes, totalBytes) => newestCall?.onProgress({ stage: 'loading', loadedBytes, totalBytes }),
    {
      hasWorker: navigator.hardwareConcurrency > 1 && 'Worker' in self,
      webgl: isOnWebgl ? { backend: 'webgl', webgl } : null,
      started,
    },
  )
  await registry.saliency(QUICK_SIDE)
  return registry
}

/** Returns the memory use of TensorFlow.js in this worker. First waits for models that are being loaded. */
export async function measureMemory(): Promise<SegmenterMemory> {
  const models = await loadModels.current?.catch(() => null)
  return { encoder: models?.encoderBackend ?? null, tensors: memory().numTensors }
}
