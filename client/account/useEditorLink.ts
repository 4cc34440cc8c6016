import type { MouseEvent } from 'react'
import { EDITOR_PATH } from '#server/contract/guard.ts'
import { useAccount } from './AccountContext.tsx'

/** Props of a link into the editor. A visitor signs in right here instead of being sent away by the guard. */
export function useEditorLink() {
  const account = useAccount()
  return {
    href: EDITOR_PATH,
    onClick(event: MouseEvent) {
      if (account.state.standing !== 'signed-out') return
      event.preventDefault()
      account.openSignIn(EDITOR_PATH)
    },
  }
}
