/** Creates the app and its dependencies from the settings and the database. */
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { resolveMail } from '#server/auth/resolve-mail.ts'
import { createSessions } from '#server/auth/sessions.ts'
import type { BillingDeps } from '#server/billing/context.ts'
import { openBilling } from '#server/billing/open.ts'
import { createSubscriptions } from '#server/billing/subscriber.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { createLimiter } from '#server/http/limiter.ts'
import { createOutbox } from '#server/mail/outbox.ts'
import { smtpTransport, type Transport } from '#server/mail/transport.ts'
import { openMetrics } from '#server/metrics/open.ts'
import { openStorage } from '#server/storage/storage.ts'
import { type AppOptions, createApp } from './app.ts'

export interface Parts extends AppOptions {
  readonly config: Config
  readonly db: Database
  readonly log: Logger
  /** Clock, ms since the Unix epoch. Tests replace it. */
  readonly now?: () => number
  readonly pause?: (ms: number) => Promise<void>
  /** Sends emails, by default over SMTP. Tests replace it. */
  readonly transport?: Transport
}

export type Assembled = Awaited<ReturnType<typeof assemble>>

export async function assemble(parts: Parts) {
  const { config, db, log, now = Date.now, pause = wait } = parts
  const random = (bytes: number): Uint8Array => randomBytes(bytes)
  const transport = parts.transport ?? (config.smtp ? smtpTransport(config.smtp) : null)
  const resolve = resolveMail({ db, now, random }, config.publicOrigin)
  const outbox = createOutbox({ db, now, random, log, brandName: config.brandName, resolveMail: resolve, transport })
  const base = {
    config,
    now,
    pause,
    random,
    db,
    log,
    mail: outbox,
    storage: await openStorage(config.trialImages.store, log),
    metrics: await openMetrics({ config, db, now }),
  }
  const limiter = createLimiter(db, now, config.rateLimits)
  const sessions = createSessions(db, now, config.publicOrigin.startsWith('https:'))

  // the sandbox sends webhooks to the app, which is created below
  const { billing, close } = await openBilling({ ...base, request: (request) => app.fetch(request) })
  const deps: BillingDeps = {
    ...base,
    limiter,
    sessions,
    billing,
    subscriptions: createSubscriptions({ ...base, billing }),
  }
  const app = createApp(deps, parts)
  return {
    app,
    deps,
    outbox,
    /** Closes everything that `assemble` opened. Doesn't close the database. */
    async close() {
      await close()
      transport?.close()
    },
  }
}
