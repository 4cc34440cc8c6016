/**
 * The worker that separates subjects. The page starts two: one for the quick matte, and the refiner's. TensorFlow.js is
 * imported in this folder only.
 */
import { exposeMethods } from '#client/kit/base/callWorker.ts'
import { loadQuickNetwork, measureMemory, quickMatte } from './quickMatte.ts'

type Refinement = typeof import('./refinement.ts')

/** Loaded with the refiner's first task, so that the quick matte never waits for its code. */
const refinement = () => import('./refinement.ts')

const methods = {
  load: loadQuickNetwork,
  segment: quickMatte,
  setPhoto: async (...args: Parameters<Refinement['setPhoto']>) => (await refinement()).setPhoto(...args),
  find: async (...args: Parameters<Refinement['find']>) => (await refinement()).find(...args),
  previewChoice: async (...args: Parameters<Refinement['previewChoice']>) =>
    (await refinement()).previewChoice(...args),
  candidateMasks: async (...args: Parameters<Refinement['candidateMasks']>) =>
    (await refinement()).candidateMasks(...args),
  eachPerson: async (...args: Parameters<Refinement['eachPerson']>) => (await refinement()).eachPerson(...args),
  segmentChoices: async (...args: Parameters<Refinement['segmentChoices']>) =>
    (await refinement()).segmentChoices(...args),
  memory: measureMemory,
}

export type SegmentationWorker = typeof methods

exposeMethods(methods)
