/** The billing provider that the configuration asks for. */
import { and, eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { sandbox as sandboxTable } from '#drizzle/schema.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { Billing } from './provider.ts'
import type { Deliver } from './sandbox/delivery.ts'
import { type Books, startSandbox } from './sandbox/sandbox.ts'
import type { World } from './sandbox/world.ts'
import { stripeProvider } from './stripe.ts'

export const WEBHOOK_PATH = '/api/stripe/webhook'

export interface OpenedBilling {
  readonly billing: Billing
  close(): Promise<void>
}

export interface OpenOptions {
  readonly config: Pick<Config, 'billing' | 'stripe' | 'prices' | 'brandName'>
  readonly db: Database
  readonly now: () => number
  readonly log: Logger
  /** Answers a request as our own server does; the sandbox sends its webhooks there. */
  readonly request: (request: Request) => Response | Promise<Response>
}

export async function openBilling({ config, db, now, log, request }: OpenOptions): Promise<OpenedBilling> {
  const { billing, stripe, prices, brandName } = config
  if (billing === 'off') return { billing: { kind: 'off' }, close: async () => undefined }
  if (billing === 'stripe') {
    if (!stripe) throw new Error('billing by Stripe without its keys')
    return { billing: stripeProvider({ kind: 'stripe', prices, ...stripe }), close: async () => undefined }
  }
  const sandbox = await startSandbox({
    prices,
    brand: brandName,
    now,
    books: booksIn(db, log),
    deliver: deliverTo(request),
  })
  return { billing: sandbox.provider, close: () => sandbox.close() }
}

const deliverTo =
  (request: OpenOptions['request']): Deliver =>
  async (payload, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const response = await request(
      new Request(`http://127.0.0.1${WEBHOOK_PATH}`, { method: 'POST', headers, body: payload }),
    )
    return response.status
  }

/** The sandbox's books lie in our own database, in one row, so that a backup or a restart keeps both in step. */
function booksIn(db: Database, log: Logger): Books {
  const key = { kind: 'world', id: 'world' }
  const row = and(eq(sandboxTable.kind, key.kind), eq(sandboxTable.id, key.id))
  return {
    async load() {
      const kept = await db.query((orm) => orm.select().from(sandboxTable).where(row).get())
      return kept ? (JSON.parse(kept.body) as World) : null // written by `save` below and by nobody else
    },
    async save(world) {
      const target = [sandboxTable.kind, sandboxTable.id]
      try {
        await db.query((orm) => {
          const body = JSON.stringify(world) // as it is when the lock is free, so that order does not matter
          const values = { ...key, body }
          return orm.insert(sandboxTable).values(values).onConflictDoUpdate({ target, set: { body } }).run()
        })
      } catch (error) {
        log.error({ err: error }, 'the sandbox could not keep its books') // the next change tries again
      }
    },
  }
}
