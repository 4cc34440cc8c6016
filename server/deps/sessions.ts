/** Sessions of signed-in browsers. Implemented by server/auth. */
import type { SignedIn } from '../http/env.ts'

/** A valid session. */
export interface FoundSession {
  readonly sessionId: string
  readonly user: SignedIn
  /** The Set-Cookie header to send because the session was extended; null if it was not. */
  readonly renewed: string | null
}

/** What a request has proved about an account. */
export interface Proof {
  /** The account as it was when the password was checked. */
  readonly account: { readonly id: string; readonly passwordHash: string }
  /** Whether a code of the second factor was checked besides the password. */
  readonly secondFactor: boolean
}

/** The sessions of all accounts. */
export interface Sessions {
  /** Returns the valid session in the Cookie header and extends it if due; null if there is none. */
  find(cookieHeader: string | undefined): Promise<FoundSession | null>
  /**
   * Starts a session and returns its Set-Cookie header. Returns null and starts none if the proof no longer counts: since
   * the check the password was changed, the second factor turned on, or the account disabled or deleted. `userAgent` is
   * the request's User-Agent header.
   */
  start(proof: Proof, userAgent?: string): Promise<string | null>
  /** Ends one session. */
  end(sessionId: string): Promise<void>
  /** Ends all sessions of the account. */
  endAll(userId: string): Promise<void>
  /** Deletes the rows of expired sessions. */
  endExpired(): Promise<void>
  /** The Set-Cookie header that removes the session cookie. */
  readonly blank: string
}
