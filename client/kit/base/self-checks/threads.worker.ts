/** The worker that checks whether WebGL 2 works off the main thread. */
import { exposeMethods } from '../callWorker.ts'
import { hasWebgl2 } from './graphics.ts'

const methods = {
  hasWebgl2: () => typeof OffscreenCanvas !== 'undefined' && hasWebgl2(new OffscreenCanvas(1, 1)),
}

export type SelfCheckWorker = typeof methods

exposeMethods(methods)
