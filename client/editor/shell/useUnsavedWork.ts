/**
 * Leaving with work that would be lost asks first: a closed or reloaded tab in the browser's own words, every way within the app
 * (links, buttons, Back) in ours.
 */
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { tAll } from '../../kit/i18n/translate.ts'
import type { Session } from '../../model/session/session.ts'
import { CONFIRM_LEAVE } from '../flows/messages.ts'
import { mayLoseWork } from '../flows/unsaved.ts'
import { holdHistory } from '../workspace/holdHistory.ts'

export function useUnsavedWork(session: Session): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    const listening = new AbortController()
    const navigation: Navigation | undefined = window.navigation
    let mayLeave = false

    const isHeld = () => mayLoseWork(session)
    const ask = () => session.notices.confirm(tAll(CONFIRM_LEAVE))

    function askBeforeUnload(event: BeforeUnloadEvent) {
      if (isHeld()) event.preventDefault()
    }

    async function askBeforeLeaving(event: NavigateEvent) {
      const { destination, navigationType } = event
      const { pathname, search, hash } = new URL(destination.url)
      const isLeaving = destination.sameDocument && pathname !== location.pathname
      // What replaces is a redirect: this page is closed to its visitor.
      if (!isLeaving || !event.cancelable || navigationType === 'replace') return
      if (mayLeave || !isHeld()) return
      event.preventDefault()
      mayLeave = await ask()
      if (!mayLeave) return
      if (navigationType === 'traverse') navigation?.traverseTo(destination.key)
      else navigate(pathname + search + hash)
    }

    window.addEventListener('beforeunload', askBeforeUnload, listening)
    navigation?.addEventListener('navigate', (event) => void askBeforeLeaving(event), listening)
    const letGo = navigation ? () => {} : holdHistory({ isHeld, ask })
    return () => {
      letGo()
      listening.abort()
    }
  }, [session, navigate])
}
