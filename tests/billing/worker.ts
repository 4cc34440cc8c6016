/**
 * One of several server processes on one database, for processes.stress.test.ts. It receives webhooks over IPC and
 * answers with a status.
 */
import { pino } from 'pino'
import { createBillingContext } from '#server/billing/context.ts'
import { stripeProvider } from '#server/billing/stripe.ts'
import { handleEvent } from '#server/billing/webhook.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'

export interface Start {
  readonly file: string
  readonly migrations: string
  readonly apiBase: string
  readonly secretKey: string
  readonly webhookSecret: string
  readonly prices: { monthly: string; yearly: string }
  readonly seconds: number
}

export interface Post {
  readonly id: number
  readonly payload: string
  readonly signature: string
  /** The clock of the test. */
  readonly seconds: number
}

export interface Answer {
  readonly id: number
  readonly status: number
}

process.once('message', (start: Start) => {
  let { seconds } = start
  const { secretKey, webhookSecret, prices } = start
  const context = createBillingContext({
    billing: stripeProvider({ kind: 'sandbox', secretKey, webhookSecret, prices, apiBase: new URL(start.apiBase) }),
    db: openDatabase({ file: start.file, migrations: readMigrations(start.migrations) }),
    now: () => seconds * 1000,
    log: pino({ level: 'silent' }),
    mail: { on: false, queue: async () => undefined },
    config: {
      publicOrigin: 'http://127.0.0.1:3000',
      graceDays: 3,
      otherPrices: [],
      requireVerifiedEmail: false,
      operatorEmail: null,
    },
  })
  const answer = async (post: Post): Promise<number> => {
    seconds = Math.max(seconds, post.seconds)
    const event = context?.provider.readEvent(Buffer.from(post.payload), post.signature)
    if (!context || !event) return 400
    try {
      await handleEvent(context, event)
      return 200
    } catch {
      return 500 // answers 500, like the route
    }
  }
  process.on('message', (post: Post) => {
    void answer(post).then((status) => process.send?.({ id: post.id, status } satisfies Answer)) // never rejects
  })
  process.send?.({ id: 0, status: 200 } satisfies Answer)
})
