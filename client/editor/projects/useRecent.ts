import { useEffect, useState } from 'react'
import type { Projects } from '../flows/projects.ts'
import type { ProjectRecord } from '../storage/projectStore.ts'

/** What can be restored, newest first. */
export const useRecent = (projects: Projects) => useKept<readonly ProjectRecord[]>(projects, projects.recent, NONE)

/** What the document is kept as; null = it is not. */
export const useCurrent = (projects: Projects) => useKept<ProjectRecord | null>(projects, projects.current, null)

const NONE: readonly ProjectRecord[] = []

/** Asked anew whenever the answer may have changed, here or in another tab. */
function useKept<T>({ onChange }: Projects, ask: () => Promise<T>, before: T): T {
  const [kept, setKept] = useState(before)
  useEffect(() => {
    let isNewest = {}
    const askAgain = async () => {
      const mine = {}
      isNewest = mine
      const found = await ask()
      if (isNewest === mine) setKept(() => found)
    }
    const onAsk = () => void askAgain()
    onAsk()
    const stop = onChange(onAsk)
    addEventListener('focus', onAsk)
    document.addEventListener('visibilitychange', onAsk)
    return () => {
      isNewest = {}
      stop()
      removeEventListener('focus', onAsk)
      document.removeEventListener('visibilitychange', onAsk)
    }
  }, [onChange, ask])
  return kept
}
