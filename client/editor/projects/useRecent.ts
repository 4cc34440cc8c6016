import { useEffect, useState } from 'react'
import type { Projects } from '../../flows/projects.ts'
import type { DeviceRecord } from '../../projects/device.ts'

/** What can be restored, newest first. Asked anew whenever it may have changed, here or in another tab. */
export function useRecent(projects: Projects): readonly DeviceRecord[] {
  const [recent, setRecent] = useState<readonly DeviceRecord[]>([])
  useEffect(() => {
    let isNewest = {}
    const ask = async () => {
      const mine = {}
      isNewest = mine
      const found = await projects.recent()
      if (isNewest === mine) setRecent(found)
    }
    const onAsk = () => void ask()
    onAsk()
    const stop = projects.onChange(onAsk)
    addEventListener('focus', onAsk)
    document.addEventListener('visibilitychange', onAsk)
    return () => {
      isNewest = {}
      stop()
      removeEventListener('focus', onAsk)
      document.removeEventListener('visibilitychange', onAsk)
    }
  }, [projects])
  return recent
}
