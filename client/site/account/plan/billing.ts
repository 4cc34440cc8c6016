import { useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BillingStanding } from '#client/kit/api/api.ts'
import { listen } from '#client/kit/async/listeners.ts'
import { t } from '#client/kit/i18n/translate.ts'
import type { Toasts } from '#client/kit/ui/overlays/toasts.ts'
import type { Account } from '../state/account.ts'
import { useAccount } from '../state/contexts.ts'

/**
 * Hook that returns the state of the subscription on the server. `standing` contains the price, the end date of a
 * canceled plan, and whether a trial is available. `standing` is null for visitors and until the server responds.
 * `askAgain` repeats the request. The request is also repeated when the device is online again. `isUnreachable` is true
 * after a failed request.
 */
export function useBillingStanding() {
  const { api, state } = useAccount()
  const { user } = useSnapshot(state)
  const userId = user?.id ?? null
  const [found, setFound] = useState<{ userId: string; standing: BillingStanding } | null>(null)

  const [isUnreachable, setUnreachable] = useState(false)

  const ask = useCallback(async () => {
    if (!userId) return
    const answer = await api.billingStanding()
    if (answer.ok) setFound({ userId, standing: answer.value })
    setUnreachable(!answer.ok)
  }, [api, userId])

  useEffect(() => {
    void ask() // errors are ignored, because pages then only show fewer details
    return listen(window, { online: ask })
  }, [ask])

  // ignores the response if the user has signed out in the meantime
  return { standing: found && found.userId === userId ? found.standing : null, isUnreachable, askAgain: ask }
}

/** Error text if the server doesn't send a URL. English; translated when shown. */
const NO_PORTAL = 'Failed to open subscription management.'
const PORTAL_FAILED = 'Failed to open subscription management. Please try again.'

/**
 * Opens the billing portal, whose URL is requested from the server. A toast reports errors. If no user is signed in,
 * opens the sign-in dialog.
 */
export async function manageSubscription(
  account: Account,
  toasts: Toasts,
  go = (url: string) => location.assign(url),
): Promise<void> {
  const { user } = account.state
  if (!user) return account.openSignIn()
  const portal = await account.api.manageSubscription(user.id)
  if (!portal.ok) toasts.showError(portal.error.code === 'offline' ? t(PORTAL_FAILED) : portal.error.message)
  else if (!portal.value.url) toasts.showError(t(NO_PORTAL))
  else go(portal.value.url)
}
