/**
 * The dependencies of all routes and jobs, as interfaces. start/assemble.ts passes the implementations, tests pass
 * fakes. The comment beside a part names the folder that implements it.
 */
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { Limiter } from '../http/limiter.ts'
import type { Mailbox } from './mailbox.ts'
import type { MetricsRecorder } from './metrics.ts'
import type { Sessions } from './sessions.ts'
import type { Storage } from './storage.ts'
import type { Subscriptions } from './subscriptions.ts'

/** The dependencies of all routes and jobs. */
export interface Deps {
  readonly config: Config
  /** Milliseconds since the Unix epoch. Most tables store seconds: see db/time.ts. */
  readonly now: () => number
  /** Resolves after `ms`; in tests at once. */
  readonly pause: (ms: number) => Promise<void>
  /** Cryptographically random bytes. */
  readonly random: (bytes: number) => Uint8Array
  readonly db: Database
  readonly limiter: Limiter
  readonly sessions: Sessions // server/auth
  readonly subscriptions: Subscriptions // server/billing
  readonly mail: Mailbox // server/mail
  readonly storage: Storage // server/storage
  readonly metrics: MetricsRecorder // server/metrics
  readonly log: Logger
}
