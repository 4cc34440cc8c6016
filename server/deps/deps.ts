/**
 * What the routes and jobs of every room work with. Tests hand in fakes; start/assemble.ts hands in the real ones.
 * Interfaces only: each part is made by the room named beside it.
 */
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { Limiter } from '../http/limiter.ts'
import type { Mailbox } from './mailbox.ts'
import type { Sessions } from './sessions.ts'
import type { Storage } from './storage.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { Watch } from './watch.ts'

export interface Deps {
  readonly config: Config
  /** Milliseconds since 1970. The database keeps seconds: see db/time.ts. */
  readonly now: () => number
  /** Waits; tests do not. */
  readonly pause: (ms: number) => Promise<void>
  /** Cryptographically random bytes. */
  readonly random: (bytes: number) => Uint8Array
  readonly db: Database
  readonly limiter: Limiter
  readonly sessions: Sessions // server/auth
  readonly subscriptions: Subscriptions // server/billing
  readonly mail: Mailbox // server/mail
  readonly storage: Storage // server/trial-images
  readonly watch: Watch // server/metrics
  readonly log: Logger
}
