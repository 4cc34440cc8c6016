/** Key in local storage that records that the tour was shown. */
import { useEffect } from 'react'
import { useLatest } from '../../kit/ui/hooks.ts'

const KEY = 'midground-tour'
const SEEN = 'seen'
/** Delay before the tour starts on the first visit, ms (spec §9). */
export const AUTO_START_MS = 1000

function wasTourSeen(): boolean {
  try {
    return localStorage.getItem(KEY) === SEEN
  } catch {
    return true // without storage the tour would start on every visit
  }
}

/** Records that the tour was shown, so that it does not start by itself again. */
export function rememberTour(): void {
  try {
    localStorage.setItem(KEY, SEEN)
  } catch {
    // storage is blocked, and `wasTourSeen` then returns true
  }
}

/**
 * Hook that starts the tour once on the first visit, a second after the editor is shown (spec §2). An open dialog
 * delays the start until it is closed.
 */
export function useFirstVisit(start: () => void): void {
  const latest = useLatest(start)
  useEffect(() => {
    if (wasTourSeen()) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      observer.disconnect()
      if (!wasTourSeen()) latest.current()
    }
    const wait = () => {
      clearTimeout(timer)
      timer = isDialogOpen() ? undefined : setTimeout(begin, AUTO_START_MS)
    }
    let wasOpen = isDialogOpen()
    const observer = new MutationObserver(() => {
      if (wasOpen !== isDialogOpen()) wait()
      wasOpen = isDialogOpen()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    wait()
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [latest])
}

const isDialogOpen = () => document.querySelector('[role=dialog],[role=alertdialog]') !== null
