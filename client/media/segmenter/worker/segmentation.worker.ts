/**
 * The worker that separates subjects, once for the quick matte and once for the refiner. Only this folder imports
 * TensorFlow.js.
 */
import { exposeMethods } from '#client/kit/base/callWorker.ts'
import { loadOnce } from '#client/kit/base/scheduling.ts'
import type { WorkerSetup } from '../segmentation.ts'
import { loadNetwork, measureMemory, quickMatte } from './quickMatte.ts'

type Refinement = typeof import('./refinement.ts')

/** Loads the refiner's code. All calls wait for the same promise, so they run in the order of their arrival. */
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
