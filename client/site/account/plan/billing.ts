import { useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BillingStanding } from '../../../kit/api/api.ts'
import { t } from '../../../kit/i18n/translate.ts'
import type { Toasts } from '../../../kit/ui/overlays/toasts.ts'
import type { Account } from '../state/account.ts'
import { useAccount } from '../state/contexts.ts'

/**
 * Hook that returns what the server knows of the subscription (`standing`: price, date of a cancelled plan's end,
 * whether a trial is available) and `askAgain`, which requests it again. `standing` is null for visitors and until the
 * server has answered. The request is repeated when the device is online again. `isUnreachable`: the last one failed.
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
    void ask() // without an answer the pages show less
    addEventListener('online', ask)
    return () => removeEventListener('online', ask)
  }, [ask])

  // the answer may belong to an account that has signed out meanwhile
  return { standing: found && found.userId === userId ? found.standing : null, isUnreachable, askAgain: ask }
}

/** Shown when the server sends no URL; English, translated when shown. */

const NO_PORTAL = 'Failed to open subscription management.'
const PORTAL_FAILED = 'Failed to open subscription management. Please try again.'

/**
 * Opens the billing portal: asks the server for its URL and navigates there (spec §7). Failures are shown in a toast;
 * without a session the sign-in dialog opens.
 */
export async function manageSubscription(
  account: Account,
  toasts: Toasts,
  go = (url: string) => location.assign(url),
): Promise<void> {
  const { user } = account.state
  if (!user) return account.openSignIn()
  const portal = await account.api.manageSubscription(user.id)
  const refuse = (description: string) => toasts.show({ title: t('Error'), description, isDestructive: true })
  if (!portal.ok) return void refuse(portal.error.code === 'offline' ? t(PORTAL_FAILED) : portal.error.message)
  if (!portal.value.url) return void refuse(t(NO_PORTAL))
  go(portal.value.url)
}
