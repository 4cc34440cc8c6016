import { useEffect, useState } from 'react'
import { listen, stopAll } from '#client/kit/async/listeners.ts'
import { createLatestTask } from '#client/kit/async/scheduling.ts'

/** A store whose data can be changed by this tab or another tab. */
interface Changing {
  /**
   * Subscribes to changes by this tab. The listener may also be called without a change. Returns a function that
   * unsubscribes.
   */
  onChange(listener: () => void): () => void
}

/**
 * Hook that returns the result of `read`, or `before` until the first result. Reads again when this tab or another tab
 * may have changed the data. `read` must be the same function in each render.
 */
export function useStored<T, Source extends Changing>(
  source: Source,
  read: (source: Source) => Promise<T>,
  before: T,
): T {
  const [stored, setStored] = useState(before)
  useEffect(() => {
    const reading = createLatestTask()
    const readAgain = () =>
      void reading.run(async (signal) => {
        const found = await read(source)
        if (!signal.aborted) setStored(() => found)
      })
    readAgain()
    return stopAll([
      () => reading.cancel(),
      source.onChange(readAgain),
      listen(window, { focus: readAgain }),
      listen(document, { visibilitychange: readAgain }),
    ])
  }, [source, read])
  return stored
}
