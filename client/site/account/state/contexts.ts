import { createContext, useCallback } from 'react'
import { useSnapshot } from 'valtio'
import type { Api, ApiError } from '#client/kit/api/api.ts'
import { useLoaded, useRequired } from '#client/kit/ui/hooks.ts'
import type { Dialogs } from '#client/kit/ui/overlays/dialogs.ts'
import type { Toasts } from '#client/kit/ui/overlays/toasts.ts'
import { ok, type Result } from '#client/kit/values/result.ts'
import type { Plan } from '#server/contract/plans/entitlements.ts'
import type { Account } from './account.ts'

/** The page's account. Null outside the app. */
export const AccountContext = createContext<Account | null>(null)

/** Hook that returns the page's account. @throws Error outside AccountContext */
export const useAccount = (): Account => useRequired(AccountContext)

/** Hook that returns the current plan. The component rerenders when the profile changes. */
export function usePlan(): Plan {
  const account = useAccount()
  const { profile } = useSnapshot(account.state)
  return account.plan(profile)
}

/**
 * Hook that sends a request on mount. Returns the response (null until it arrives), and a function that replaces it.
 * `ask` must be declared outside the component.
 */
export function useAnswer<T>(ask: (api: Api) => Promise<T>) {
  const { api } = useAccount()
  return useLoaded(useCallback(() => ask(api), [api, ask]))
}

/**
 * Hook for a list on the server. Returns the response with the items (null until it arrives), and a function that
 * removes an item. A toast reports a failed removal. `ask` and `remove` must be declared outside the component.
 */
export function useServerList<Item extends { id: string }>(
  ask: (api: Api) => Promise<Result<readonly Item[], ApiError>>,
  remove: (api: Api, id: string) => Promise<Result<unknown, ApiError>>,
) {
  const { api } = useAccount()
  const { toasts } = useNotices()
  const [answer, change] = useAnswer(ask)
  const removeItem = async ({ id }: Item) => {
    const removed = await remove(api, id)
    // `not_found`: the item was already removed, for example in another tab
    if (removed.ok || removed.error.code === 'not_found')
      change((all) => (all.ok ? ok(all.value.filter((item) => item.id !== id)) : all))
    else toasts.showError(removed.error.message)
  }
  return [answer, removeItem] as const
}

/** The page's dialogs and toasts. The app renders a host component for each. */
export interface PageNotices {
  readonly dialogs: Dialogs
  readonly toasts: Toasts
}

/** The page's dialogs and toasts. Null outside the app. */
export const NoticesContext = createContext<PageNotices | null>(null)

/** Hook that returns the page's dialogs and toasts. @throws Error outside NoticesContext */
export const useNotices = (): PageNotices => useRequired(NoticesContext)
