/** The worker that checks whether WebGL 2 works off the main thread. */
import { exposeMethods } from '../callWorker.ts'

const methods = {
  hasWebgl2(): boolean {
    const gl = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('webgl2')
    gl?.getExtension('WEBGL_lose_context')?.loseContext()
    return gl !== null
  },
}

export type SelfCheckWorker = typeof methods

exposeMethods(methods)
