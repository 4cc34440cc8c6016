import { useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BillingStanding } from '../../../kit/api/api.ts'
import { useAccount } from '../state/AccountContext.tsx'

/**
 * Which plan runs, when a cancelled one ends, and whether a trial is left. Null for visitors and until the server has answered;
 * asked again whenever the device is online again. `isUnreachable`: the last request failed.
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
    void ask() // without an answer the pages say less
    addEventListener('online', ask)
    return () => removeEventListener('online', ask)
  }, [ask])

  // ignore the answer for an account that has signed out meanwhile
  return { standing: found && found.userId === userId ? found.standing : null, isUnreachable, askAgain: ask }
}
