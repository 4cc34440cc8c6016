import { useSnapshot } from 'valtio'
import type { Plan } from '#server/contract/entitlements.ts'
import { useAccount } from '../state/AccountContext.tsx'

/** Hook that returns the plan as it is now. The component renders again when the profile changes. */
export function usePlan(): Plan {
  const account = useAccount()
  const { profile } = useSnapshot(account.state)
  return account.plan(profile)
}
