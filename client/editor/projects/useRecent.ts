import { useEffect, useState } from 'react'
import { createLatestTask } from '../../kit/base/latestTask.ts'
import type { Projects } from '../flows/projects.ts'
import type { ProjectRecord } from '../storage/projectStore.ts'

/** Hook that returns the stored projects that can be restored, newest first. */
export const useRecent = (projects: Projects) => useKept<readonly ProjectRecord[]>(projects, projects.recent, NONE)

/** Hook that returns the record under which the document is stored; null = it is not stored. */
export const useCurrent = (projects: Projects) => useKept<ProjectRecord | null>(projects, projects.current, null)

const NONE: readonly ProjectRecord[] = []

/** Returns the result of `ask`, repeated whenever the stored projects may have changed, here or in another tab. */
function useKept<T>({ onChange }: Projects, ask: () => Promise<T>, before: T): T {
  const [kept, setKept] = useState(before)
  useEffect(() => {
    const asking = createLatestTask()
    const onAsk = () =>
      void asking.run(async (signal) => {
        const found = await ask()
        if (!signal.aborted) setKept(() => found)
      })
    onAsk()
    const stop = onChange(onAsk)
    addEventListener('focus', onAsk)
    document.addEventListener('visibilitychange', onAsk)
    return () => {
      asking.cancel()
      stop()
      removeEventListener('focus', onAsk)
      document.removeEventListener('visibilitychange', onAsk)
    }
  }, [onChange, ask])
  return kept
}
