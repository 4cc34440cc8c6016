/** Converts the errors of a computation in a worker to error codes. */
import type { WorkerCall } from '#client/kit/base/callWorker.ts'
import { err, ok } from '#client/kit/base/result.ts'
import type { Backend, Outcome } from '../segmentation.ts'

/** The networks found no subject. */
export class NoSubject extends Error {}
/** A network or its manifest could not be loaded. */
export class LoadFailure extends Error {}

/** The backend of this worker. Null before the first computation. */
export const engine: { backend: Backend | null } = { backend: null }

let rejectLost: (cause: Error) => void = () => {}
const lost = new Promise<never>((_, reject) => {
  rejectLost = reject
})
lost.catch(() => null) // the running call reports the rejection

/**
 * Rejects the running call and later calls, because a computation may never end after the loss of its WebGL context.
 */
export const reportLostContext = (): void => rejectLost(new Error('the graphics driver took WebGL away'))

/** Performs a computation for a call from the page. Returns the code of an error instead of throwing the error. */
export async function outcomeOf<T>({ signal }: WorkerCall<unknown>, compute: () => Promise<T>): Promise<Outcome<T>> {
  try {
    signal.throwIfAborted()
    return ok(await Promise.race([compute(), lost]))
  } catch (cause) {
    if (signal.aborted) return err('aborted')
    const error = codeOf(cause)
    if (error !== 'no-subject') console.warn(`segmenter: ${error}: ${cause}`)
    return err(error)
  }
}

function codeOf(cause: unknown): 'no-subject' | 'out-of-memory' | 'webgl-broken' | 'model-unavailable' {
  if (cause instanceof NoSubject) return 'no-subject'
  if (cause instanceof LoadFailure) return 'model-unavailable'
  if (engine.backend === 'webgl') return 'webgl-broken'
  return cause instanceof RangeError || /memory|allocat/i.test(String(cause)) ? 'out-of-memory' : 'model-unavailable'
}
