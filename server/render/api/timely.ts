/** Bodies that must not take for ever: a sender that trickles bytes would hold a place of the queue. */

/** Time limits of receiving a body. */
export interface BodyTimes {
  /** Longest wait for the next piece. */
  readonly idleMs: number
  /** Longest time from the first to the last byte. */
  readonly totalMs: number
}

/** A body did not arrive in time. */
export class TooSlowError extends Error {
  override readonly name = 'TooSlowError'
}

/** Yields the pieces of a body. @throws {TooSlowError} when a piece, or the whole body, is late */
export async function* timely(
  body: AsyncIterable<Uint8Array>,
  { idleMs, totalMs }: BodyTimes,
): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]()
  const end = performance.now() + totalMs
  let isPending = false
  try {
    for (;;) {
      isPending = true
      const next = await within(Math.min(idleMs, end - performance.now()), pieces.next())
      isPending = false
      if (next.done) return
      yield next.value
    }
  } finally {
    // the end of an iterator that still waits for a piece would wait as well
    if (!isPending) await pieces.return?.()
  }
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooSlowError('the body came too slowly')), Math.max(0, ms))
  })
  promise.catch(() => undefined) // nobody waits for a piece that comes after all
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
