import { useEffect, useState } from 'react'
import { createLatestTask } from '../../kit/base/latestTask.ts'
import type { OwnDesign, OwnDesigns } from '../flows/ownDesigns.ts'

/** Hook that returns the user's own designs, newest first; asked for again when they may have changed, also in other tabs. */
export function useOwnDesigns(designs: OwnDesigns): readonly OwnDesign[] {
  const [own, setOwn] = useState<readonly OwnDesign[]>([])
  useEffect(() => {
    const asking = createLatestTask()
    const ask = () =>
      void asking.run(async (signal) => {
        const found = await designs.list()
        if (!signal.aborted) setOwn(found)
      })
    ask()
    const stop = designs.onChange(ask)
    addEventListener('focus', ask)
    return () => {
      asking.cancel()
      stop()
      removeEventListener('focus', ask)
    }
  }, [designs])
  return own
}
