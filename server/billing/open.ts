/** The billing provider that the configuration asks for. */
import { and, eq } from 'drizzle-orm'
import { sandbox as sandboxTable } from '#drizzle/schema.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
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
  /** Answers a request as our own server does; the sandbox sends its webhooks there. */
  readonly request: (request: Request) => Response | Promise<Response>
}

export async function openBilling({ config, db, now, request }: OpenOptions): Promise<OpenedBilling> {
  const { billing, stripe, prices, brandName } = config
  if (billing === 'off') return { billing: { kind: 'off' }, close: async () => undefined }
  if (billing === 'stripe') {
    if (!stripe) throw new Error('billing by Stripe without its keys')
    return { billing: stripeProvider({ kind: 'stripe', prices, ...stripe }), close: async () => undefined }
  }
  const sandbox = await startSandbox({ prices, brand: brandName, now, books: booksIn(db), deliver: deliverTo(request) })
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
function booksIn({ orm }: Database): Books {
  const key = { kind: 'world', id: 'world' }
  const row = and(eq(sandboxTable.kind, key.kind), eq(sandboxTable.id, key.id))
  return {
    load() {
      const kept = orm.select().from(sandboxTable).where(row).get()
      return kept ? (JSON.parse(kept.body) as World) : null // written by `save` below and by nobody else
    },
    save(world) {
      const body = JSON.stringify(world)
      const target = [sandboxTable.kind, sandboxTable.id]
      orm
        .insert(sandboxTable)
        .values({ ...key, body })
        .onConflictDoUpdate({ target, set: { body } })
        .run()
    },
  }
}
