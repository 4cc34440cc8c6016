/** Whether the tour was seen, and when a first visit begins it (spec §2). */
import { useEffect } from 'react'
import { useLatest } from '../../kit/ui/useLatest.ts'

const KEY = 'midground-tour'
const SEEN = 'seen'
/** After the editor stands and no dialog is open (spec §9). */
export const AUTO_START_MS = 1000

function wasTourSeen(): boolean {
  try {
    return localStorage.getItem(KEY) === SEEN
  } catch {
    return true // where nothing can be kept it would come at every visit
  }
}

export function rememberTour(): void {
  try {
    localStorage.setItem(KEY, SEEN)
  } catch {
    // storage is blocked: it was not going to start by itself either
  }
}

/** Starts it once, a second after the editor is there; a dialog that is open makes it wait for its end. */
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
