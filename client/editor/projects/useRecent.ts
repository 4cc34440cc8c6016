import { useEffect, useState } from 'react'
import { createLatestTask } from '#client/kit/base/latestTask.ts'
import type { Projects } from '../flows/projects.ts'
import type { ProjectRecord } from '../storage/projectStore.ts'

/** Hook that returns the stored projects that can be restored, newest first. */
export const useRecent = (projects: Projects) => useKept<readonly ProjectRecord[]>(projects, recent, NONE)

/** Hook that returns the record of the open document; null = not stored. */
export const useCurrent = (projects: Projects) => useKept<ProjectRecord | null>(projects, current, null)

const NONE: readonly ProjectRecord[] = []
const recent = (projects: Projects) => projects.recent()
const current = (projects: Projects) => projects.current()

/**
 * Returns the result of `ask`. Asks again whenever the stored projects may have changed, in this tab or in another one.
 */
function useKept<T>(projects: Projects, ask: (projects: Projects) => Promise<T>, before: T): T {
  const [kept, setKept] = useState(before)
  useEffect(() => {
    const asking = createLatestTask()
    const onAsk = () =>
      void asking.run(async (signal) => {
        const found = await ask(projects)
        if (!signal.aborted) setKept(() => found)
      })
    onAsk()
    const stop = projects.onChange(onAsk)
    addEventListener('focus', onAsk)
    document.addEventListener('visibilitychange', onAsk)
    return () => {
      asking.cancel()
      stop()
      removeEventListener('focus', onAsk)
      document.removeEventListener('visibilitychange', onAsk)
    }
  }, [projects, ask])
  return kept
}
