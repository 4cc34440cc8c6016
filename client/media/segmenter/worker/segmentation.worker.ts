/**
 * Segments photos. The page starts this worker twice: for the quick matte and for the refiner. Only modules in this
 * folder import TensorFlow.js.
 */

import { memory } from '@tensorflow/tfjs-core'
import { transfer } from 'comlink'
import { exposeMethods, type WorkerCall } from '#client/kit/base/callWorker.ts'
import type { Size } from '#client/kit/base/geometry.ts'
import { createQueue, loadOnce, yieldToMessages } from '#client/kit/base/scheduling.ts'
import { pixelsOf } from '#client/model/assets/pixels.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import type { SegmentModel } from '../modelManifest.ts'
import { fetchFiles, fetchModel } from '../modelManifest.ts'
import { networkInput } from '../pipeline/networkInputs.ts'
import { maskToCoverage } from '../pipeline/resample.ts'
import type { Backend, Outcome, SegmenterMemory, SegmentProgress, WorkerSetup } from '../segmentation.ts'
import { passesSelfCheck, startBackend } from './backend.ts'
import { loadMaskNetwork, type MaskNetwork } from './imageNetwork.ts'
import { engine, LoadFailure, NoSubject, outcomeOf, reportLostContext } from './outcome.ts'

/** Fraction of the computation time that the network takes. The rest is the time for upscaling. */
const NETWORK_FRACTION = 0.9

// The newest call. Its callback receives the loading progress.
let newestCall: WorkerCall<SegmentProgress> | null = null
const inOrder = createQueue()

/**
 * Returns the matte of the subject at the photo's size, and the backend that computed the matte. `image` may be smaller
 * than the photo. `size`: size of the photo, px.
 */
function quickMatte(
  setup: WorkerSetup,
  image: ImageBitmap,
  size: Size,
  call: WorkerCall<SegmentProgress>,
): Promise<Outcome<{ coverage: Coverage['coverage']; backend: Backend }>> {
  newestCall = call
  return inOrder(async () => {
    const done = await outcomeOf(call, () => segment(setup, image, size, call))
    image.close()
    return done.ok ? transfer(done, [done.value.coverage.buffer]) : done
  })
}

/** Returns the memory use of TensorFlow.js in this worker. Waits until any loading has ended. */
async function measureMemory(): Promise<SegmenterMemory> {
  await loadNetwork.current?.catch(() => null)
  return { backend: engine.backend, tensors: memory().numTensors }
}

async function segment(setup: WorkerSetup, image: ImageBitmap, size: Size, call: WorkerCall<SegmentProgress>) {
  const { model, backend, network } = await loadNetwork(setup)
  call.signal.throwIfAborted()
  const separating = (fraction: number) => call.onProgress({ stage: 'separating', fraction })
  separating(0)
  const mask = await network.run(networkInput(pixelsOf(image), model), async (done) => {
    await yieldToMessages()
    call.signal.throwIfAborted()
    separating(NETWORK_FRACTION * done)
  })
  if (backend === 'webgl' && !isPlausible(mask)) throw new Error('the network returned invalid or constant values')
  const coverage = maskToCoverage(mask, model.input, size)
  if (!coverage) throw new NoSubject('nothing stands out')
  separating(1)
  return { coverage, backend }
}

/** Loads the network of the quick matte. @throws LoadFailure */
const loadNetwork = loadOnce((setup: WorkerSetup) =>
  load(setup).catch((cause) => {
    throw new LoadFailure(String(cause))
  }),
)

async function load(setup: WorkerSetup): Promise<{ model: SegmentModel; backend: Backend; network: MaskNetwork }> {
  const model = await fetchModel(new URL(setup.manifest, self.location.href).href, setup.model)
  const [files, backend] = await Promise.all([
    fetchFiles(model, (loadedBytes, totalBytes) =>
      newestCall?.onProgress({ stage: 'loading', loadedBytes, totalBytes }),
    ),
    startBackend(setup.backend, reportLostContext),
  ])
  engine.backend = backend
  const network = await loadMaskNetwork(model.input, files)
  if (backend === 'webgl' && !(await passesSelfCheck(network))) reportLostContext()
  return { model, backend, network }
}

/**
 * Returns false for a mask that contains NaN or only a single value. Only a lost context or a broken driver returns
 * such a mask.
 */
const isPlausible = (mask: Float32Array): boolean =>
  mask.every(Number.isFinite) && mask.some((value) => value !== mask[0])

type Refinement = typeof import('./refinement.ts')

/** Loads the refiner's code. All calls wait for the same promise, so they run in the order in which they arrived. */
const loadRefinement = loadOnce((): Promise<Refinement> => import('./refinement.ts'))

/** Returns a method of the refiner. Its first call loads the refiner's code, so the quick matte never waits for it. */
const lazily =
  <Args extends unknown[], R>(methodOf: (refinement: Refinement) => (...args: Args) => Promise<R>) =>
  async (...args: Args): Promise<R> =>
    methodOf(await loadRefinement())(...args)

const methods = {
  /** Loads the network of the quick matte. Needs no photo. After a failure, the next call loads again. */
  async load(setup: WorkerSetup): Promise<void> {
    await loadNetwork(setup)
  },
  segment: quickMatte,
  setPhoto: lazily(({ setPhoto }) => setPhoto),
  find: lazily(({ find }) => find),
  previewChoice: lazily(({ previewChoice }) => previewChoice),
  candidateMasks: lazily(({ candidateMasks }) => candidateMasks),
  eachPerson: lazily(({ eachPerson }) => eachPerson),
  segmentChoices: lazily(({ segmentChoices }) => segmentChoices),
  memory: measureMemory,
}

export type SegmentationWorker = typeof methods

exposeMethods(methods)
