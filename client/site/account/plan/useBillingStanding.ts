import { useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BillingStanding } from '../../../kit/api/api.ts'
import { useAccount } from '../state/AccountContext.tsx'

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
