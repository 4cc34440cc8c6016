import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { tAll } from '#client/kit/i18n/translate.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import type { Session } from '#client/model/session/session.ts'
import { mayLoseWork } from '../flows/lostWork.ts'
import { guardNavigation } from '../workspace/guardNavigation.ts'

/**
 * Returns a session's tasks of features, such as storing photos. Each function returns true while closing the page would
 * interrupt the task and lose a part of it.
 */
export const unsavedTasks = memoOn((_: Session) => new Set<() => boolean>())

const CONFIRM_LEAVE = {
  title: 'Leave the editor?',
  text: 'You have unsaved changes. If you leave the editor, you’ll lose them.',
  confirm: 'Discard and leave',
  cancel: 'Keep editing',
} as const

/**
 * Hook that asks before work is lost. If the user closes or reloads the tab, the browser asks. For navigation within
 * the app (links, buttons, Back), the editor shows a dialog.
 */
export function useUnsavedWork(session: Session): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    const listening = new AbortController()
    const navigation: Navigation | undefined = window.navigation
    let mayLeave = false

    const isHeld = () => mayLoseWork(session) || [...unsavedTasks(session)].some((isRunning) => isRunning())
    const ask = () => session.notices.confirm(tAll(CONFIRM_LEAVE))

    function askBeforeUnload(event: BeforeUnloadEvent) {
      if (isHeld()) event.preventDefault()
    }

    async function askBeforeLeaving(event: NavigateEvent) {
      const { destination, navigationType } = event
      const { pathname, search, hash } = new URL(destination.url)
      const isLeaving = destination.sameDocument && pathname !== location.pathname
      // A redirect replaces the address. It must not be blocked, because it happens when the visitor isn't allowed on
      // this page.
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
    const letGo = navigation ? () => {} : guardNavigation({ isHeld, ask })
    return () => {
      letGo()
      listening.abort()
    }
  }, [session, navigate])
}
