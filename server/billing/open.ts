/** Opens the configured billing provider. */
import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { sandbox as sandboxTable } from '#drizzle/schema.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { Deliver } from './sandbox/delivery.ts'
import { type SandboxStore, startSandbox } from './sandbox/sandbox.ts'
import type { SandboxState } from './sandbox/state.ts'
import { stripeProvider } from './stripe.ts'

/** Path where the billing provider posts its events. */
export const WEBHOOK_PATH = '/api/stripe/webhook'

export interface OpenOptions extends Pick<Deps, 'db' | 'now' | 'log'> {
  readonly config: Pick<Config, 'billing' | 'stripe' | 'prices' | 'brandName'>
  /** The server's request handler, which the sandbox calls to deliver webhooks. */
  readonly request: (request: Request) => Response | Promise<Response>
}

/**
 * Opens the configured provider. Starts the sandbox if it is configured, and `close` stops it. @throws if
 * BILLING=stripe and the keys are missing, or if the sandbox can't start
 */
export async function openBilling({ config, db, now, log, request }: OpenOptions) {
  const { billing, stripe, prices, brandName } = config
  const close = async () => undefined
  if (billing === 'off') return { billing: { kind: 'off' } as const, close }
  if (billing === 'stripe') {
    if (!stripe) throw new Error('billing by Stripe without its keys')
    return { billing: stripeProvider({ kind: 'stripe', prices, ...stripe }), close }
  }
  const hooks = { now, store: storeIn(db, log), deliver: deliverTo(request) }
  const sandbox = await startSandbox({ prices, brand: brandName, ...hooks })
  return { billing: sandbox.provider, close: sandbox.close }
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

/** Stores the sandbox's state in a database row. After a restart or restore, the state then matches the accounts. */
function storeIn(db: Database, log: Logger): SandboxStore {
  const key = { kind: 'world', id: 'world' }
  const row = eq(sandboxTable.kind, key.kind)
  return {
    async load() {
      const kept = await db.query((orm) => orm.select().from(sandboxTable).where(row).get())
      // only `save` writes this row, so the type is right
      return kept ? (JSON.parse(kept.body) as SandboxState) : null
    },
    async save(world) {
      const target = [sandboxTable.kind, sandboxTable.id]
      try {
        await db.query((orm) => {
          const body = JSON.stringify(world) // serializes the state under the lock, so the newest state is written last
          const values = { ...key, body }
          return orm.insert(sandboxTable).values(values).onConflictDoUpdate({ target, set: { body } }).run()
        })
      } catch (error) {
        log.error({ err: error }, 'the sandbox could not keep its state') // the next change saves the whole state
      }
    },
  }
}
