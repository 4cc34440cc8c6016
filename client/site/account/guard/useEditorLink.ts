import type { MouseEvent } from 'react'
import { useLocation } from 'wouter'
import { EDITOR_PATH } from '#server/contract/guard.ts'
import { useAccount } from '../state/contexts.ts'

/**
 * Returns the props of a link to the editor. Without a session a click opens the sign-in dialog on this page, instead
 * of the guard's redirect.
 */
export function useEditorLink() {
  const account = useAccount()
  const [, navigate] = useLocation()
  const enter = async () => {
    if (account.state.standing === 'unknown') await account.refresh()
    if (account.state.standing === 'signed-in') navigate(EDITOR_PATH)
    else account.openSignIn(EDITOR_PATH)
  }
  return {
    href: EDITOR_PATH,
    onClick(event: MouseEvent) {
      const isForAnotherTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
      if (isForAnotherTab || account.state.standing === 'signed-in') return
      event.preventDefault()
      void enter()
    },
  }
}
