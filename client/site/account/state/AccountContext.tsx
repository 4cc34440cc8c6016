import { createContext, use } from 'react'
import type { Account } from './account.ts'

/** Context of the page's account; null outside of the app. */
export const AccountContext = createContext<Account | null>(null)

/** Returns the page's account. @throws Error outside of AccountContext */
export function useAccount(): Account {
  const account = use(AccountContext)
  if (!account) throw new Error('useAccount outside the app')
  return account
}
