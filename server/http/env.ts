/** The variables and bindings of request handlers. */
import type { HttpBindings } from '@hono/node-server'
import type { Logger } from 'pino'

/** The account of the session. */
export interface SignedIn {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  /** Set if the account may open the operator's page. */
  readonly isAdmin?: true
}

/** Hono's environment: bindings of the Node server, and variables that middleware sets. */
export interface AppEnv {
  /** Absent in tests that call `app.request`. */
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    /** The server's logger. `requestLog` adds the request's id. */
    log: Logger
    /** Returns the client's address for rate limits. It is a function, because most requests don't need the address. */
    address: () => string
    /** Set by the middleware `signedIn`. */
    user: SignedIn
    /** Secret session id from the cookie. Set by the middleware `signedIn`. */
    sessionId: string
  }
}
