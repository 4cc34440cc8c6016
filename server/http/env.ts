/** The bindings and variables that handlers use. */
import type { HttpBindings } from '@hono/node-server'
import type { Logger } from 'pino'

/** The account behind the session. */
export interface SignedIn {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  /** The account may open the operator's page. Left out for all others. */
  readonly isAdmin?: true
}

/** Hono's environment: the bindings of the Node server and the variables that middleware sets. */
export interface AppEnv {
  /** Absent when a test calls `app.request`. */
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    /** The server's logger. `requestLog` adds the request's id. */
    log: Logger
    /** Returns the client's address, for rate limits. A function, because most requests do not need it. */
    address: () => string
    /** Set by `signedIn`; reading it on a route without that middleware is a bug. */
    user: SignedIn
    /** Set by `signedIn`: the session id from the cookie. Secret. */
    sessionId: string
  }
}
