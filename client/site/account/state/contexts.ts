import { createContext, use, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Api } from '#client/kit/api/api.ts'
import type { Dialogs } from '#client/kit/ui/overlays/dialogs.ts'
import type { Toasts } from '#client/kit/ui/overlays/toasts.ts'
import type { Plan } from '#server/contract/entitlements.ts'
import type { Account } from './account.ts'

/** Context of the page's account. Null outside the app. */
export const AccountContext = createContext<Account | null>(null)

/** Returns the page's account. @throws Error outside of AccountContext */
export function useAccount(): Account {
  const account = use(AccountContext)
  if (!account) throw new Error('useAccount outside the app')
  return account
}

/** Hook that returns the current plan. Renders the component again when the profile changes. */
export function usePlan(): Plan {
  const account = useAccount()
  const { profile } = useSnapshot(account.state)
  return account.plan(profile)
}

/**
 * Hook that sends a request when the component mounts. Returns the answer, null until it arrives, and a function that
 * replaces the answer. `ask` must be declared outside the component.
 */
export function useAnswer<T>(ask: (api: Api) => Promise<T>) {
  const { api } = useAccount()
  const [answer, setAnswer] = useState<T | null>(null)
  useEffect(() => {
    let isHere = true
    void ask(api).then((found) => {
      if (isHere) setAnswer(found)
    })
    return () => {
      isHere = false
    }
  }, [api, ask])
  return [answer, setAnswer] as const
}

/** Dialogs and toasts of the page. The app renders each host once. */
export interface PageNotices {
  readonly dialogs: Dialogs
  readonly toasts: Toasts
}

/** Context of the page's dialogs and toasts. Null outside the app. */
export const NoticesContext = createContext<PageNotices | null>(null)

/** Returns the page's dialogs and toasts. @throws Error outside of NoticesContext */
export function useNotices(): PageNotices {
  const notices = use(NoticesContext)
  if (!notices) throw new Error('useNotices outside the app')
  return notices
}
