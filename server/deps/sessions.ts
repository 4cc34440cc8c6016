/** Signed-in browsers. Made by server/auth. */
import type { SignedIn } from '../http/env.ts'

export interface Found {
  readonly sessionId: string
  readonly user: SignedIn
  /** The cookie to send again when the session was prolonged. */
  readonly renewed: string | null
}

export interface Sessions {
  find(cookieHeader: string | undefined): Promise<Found | null>
  /** The Set-Cookie line of a new session. `userAgent`: the request's header. */
  start(userId: string, userAgent?: string): Promise<string>
  end(sessionId: string): Promise<void>
  /** Everywhere, as after a reset. */
  endAll(userId: string): Promise<void>
  endExpired(): Promise<void>
  /** The Set-Cookie line that removes the cookie. */
  readonly blank: string
}
