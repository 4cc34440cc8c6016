import { useEffect, useState } from 'react'
import { listen, stopAll } from '#client/kit/async/listeners.ts'
import { createLatestTask } from '#client/kit/async/scheduling.ts'

/** Stored data that this tab or another tab may change. */
interface Changing {
  /** Calls a listener whenever this tab may have changed the data. Returns a function that removes the listener. */
  onChange(listener: () => void): () => void
}

/**
 * Hook that returns the result of `read`, and `before` until the first result. Reads again whenever this tab or another
 * tab may have changed the data. `read` must be the same function in each render.
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
