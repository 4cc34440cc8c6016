/** Leaving with unsaved work asks first: a closed tab in the browser's own words, the way home in ours. */
import { type MouseEvent, useEffect } from 'react'
import { useLocation } from 'wouter'
import { CONFIRM_LEAVE } from '../flows/messages.ts'
import { hasUnsavedWork } from '../flows/unsaved.ts'
import type { Session } from '../session/session.ts'

export function useAskOnClose(session: Session): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsavedWork(session)) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [session])
}

/** For the `onClick` of a link within the app. */
export function useAskOnLeave(session: Session, path: string) {
  const [, navigate] = useLocation()
  return (event: MouseEvent) => {
    if (!hasUnsavedWork(session)) return
    event.preventDefault()
    void session.notices.confirm(CONFIRM_LEAVE).then((leaves) => leaves && navigate(path)) // a closed dialog stays
  }
}
