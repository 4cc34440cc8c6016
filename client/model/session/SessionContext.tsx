import { createContext, use } from 'react'
import type { Session } from './session.ts'

/** The session of the open editor; null outside. */
export const SessionContext = createContext<Session | null>(null)

/** Returns the session. @throws Error outside of the editor */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession outside the editor')
  return session
}
