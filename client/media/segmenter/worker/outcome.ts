/** Converts the errors of a computation in a worker to error codes. */
import type { WorkerCall } from '#client/kit/async/callWorker.ts'
import { err, ok } from '#client/kit/values/result.ts'
import type { Outcome, SegmentError } from '../segmentationTypes.ts'

/** The networks found no subject. */
export class NoSubject extends Error {}
/** The page has closed the photo, because another photo was opened. */
export class PhotoClosed extends Error {}
/** A network or its manifest could not be loaded. */
export class LoadFailure extends Error {}

/** Performs a computation for a call from the page. Returns the code of an error instead of throwing the error. */
export async function outcomeOf<T>({ signal }: WorkerCall<unknown>, compute: () => Promise<T>): Promise<Outcome<T>> {
  try {
    signal.throwIfAborted()
    return ok(await compute())
  } catch (cause) {
    if (signal.aborted || cause instanceof PhotoClosed) return err('aborted')
    const error = codeOf(cause)
    if (error !== 'no-subject') console.warn(`segmenter: ${error}: ${cause}`)
    return err(error)
  }
}

function codeOf(cause: unknown): SegmentError {
  if (cause instanceof NoSubject) return 'no-subject'
  if (cause instanceof LoadFailure) return 'model-unavailable'
  return cause instanceof RangeError || /memory|allocat/i.test(String(cause)) ? 'out-of-memory' : 'model-unavailable'
}
