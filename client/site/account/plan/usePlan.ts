import { useSnapshot } from 'valtio'
import type { Plan } from '#server/contract/entitlements.ts'
import { useAccount } from '../state/AccountContext.tsx'

/** The plan as it counts at this render; renders again when the profile changes. */
export function usePlan(): Plan {
  const account = useAccount()
  const { profile } = useSnapshot(account.state)
  return account.plan(profile)
}
