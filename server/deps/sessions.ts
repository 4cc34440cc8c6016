/** Sessions of signed-in browsers. Implemented by server/auth. */
import type { SignedIn } from '../http/env.ts'

/** A valid session. */
export interface FoundSession {
  readonly sessionId: string
  readonly user: SignedIn
  /** The Set-Cookie header to send because the session was extended; null if it was not. */
  readonly renewed: string | null
}

/** A session that was just created. */
export interface StartedSession {
  readonly sessionId: string
  /** The Set-Cookie header of the new session. */
  readonly cookie: string
}

/** The sessions of all accounts. */
export interface Sessions {
  /** Returns the valid session in the Cookie header and extends it if due; null if there is none. */
  find(cookieHeader: string | undefined): Promise<FoundSession | null>
  /**
   * Starts a session. `userAgent` is the request's User-Agent header; `secondFactor` says that a code was asked for
   * besides the password.
   */
  start(userId: string, userAgent?: string, secondFactor?: boolean): Promise<StartedSession>
  /** Ends one session. */
  end(sessionId: string): Promise<void>
  /** Ends all sessions of the account. */
  endAll(userId: string): Promise<void>
  /** Deletes the rows of expired sessions. */
  endExpired(): Promise<void>
  /** The Set-Cookie header that removes the session cookie. */
  readonly blank: string
}
