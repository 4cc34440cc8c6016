/** The worker that segments photos. Only modules in this folder import TensorFlow.js. */
import { exposeMethods } from '#client/kit/async/callWorker.ts'
import { loadAhead, measureMemory } from './models.ts'
import * as photos from './refinement.ts'

const methods = {
  /** Sets the worker's setup and loads the network of the quick matte. Must be the first call. */
  load: loadAhead,
  putPhoto: photos.putPhoto,
  releasePhoto: photos.releasePhoto,
  segment: photos.segment,
  find: photos.find,
  previewInput: photos.previewInput,
  candidateMasks: photos.candidateMasks,
  eachPerson: photos.eachPerson,
  segmentSelection: photos.segmentSelection,
  measureEncoder: photos.measureEncoder,
  memory: measureMemory,
}

export type SegmentationWorker = typeof methods

exposeMethods(methods)
