/**
 * The billing part of a server for tests: new database with the accounts `ada` and `bob`, sandbox and routes. The cookie
 * is the account's id.
 */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { billing, profiles, users } from '#drizzle/schema.ts'
import { type BillingDeps, createBillingContext } from '#server/billing/context.ts'
import { noStore } from '#server/billing/sandbox/fixtures/customers.ts'
import { complete } from '#server/billing/sandbox/life.ts'
import { type SandboxOptions, startSandbox } from '#server/billing/sandbox/sandbox.ts'
import type { Card, Contract, Fault, SandboxEvent } from '#server/billing/sandbox/state.ts'
import type { Billing } from '#server/billing/stripe.ts'
import { signPayload } from '#server/billing/stripe.ts'
import { createSubscriptions } from '#server/billing/subscriber.ts'
import { readConfig } from '#server/config/config.ts'
import type { FileDatabase } from '#server/db/open.ts'
import type { Mail } from '#server/deps/deps.ts'
import { createLimiter } from '#server/http/limiter.ts'
import { openMetrics } from '#server/metrics/open.ts'
import { createApp } from '#server/start/app.ts'
import { freshDatabase } from '../helpers/database.ts'
import { closeAtEnd, makeFolder } from '../helpers/folders.ts'

export const START = 1_800_000_000
export const DAY = 86_400
export const ORIGIN = 'http://127.0.0.1:3000'
export const PRICES = { monthly: 'price_monthly', yearly: 'price_yearly' }

export interface Clock {
  seconds: number
}

export async function addUser({ orm }: FileDatabase, id: string): Promise<void> {
  const row = { id, email: `${id}@example.org`, emailKey: `${id}@example.org`, passwordHash: 'x', createdAt: START }
  orm.insert(users).values(row).run()
  orm.insert(profiles).values({ id }).run()
}

export const storedProfile = ({ orm }: FileDatabase, userId: string) =>
  orm.select().from(profiles).where(eq(profiles.id, userId)).get()
export const storedBilling = ({ orm }: FileDatabase, userId: string) =>
  orm.select().from(billing).where(eq(billing.userId, userId)).get()

export interface ShopOptions {
  readonly sandbox?: Partial<SandboxOptions>
  readonly env?: Readonly<Record<string, string>>
  /** Replaces the provider of the sandbox. */
  readonly billing?: Billing
}

export type Shop = Awaited<ReturnType<typeof openShop>>

export async function openShop({ sandbox: over, env, billing: otherBilling }: ShopOptions = {}) {
  const clock: Clock = { seconds: START }
  /** The fault of the next requests to the provider, and the number of all requests. */
  const provider = { fault: 'none' as Fault, requests: 0 }
  const now = () => clock.seconds * 1000
  const db = freshDatabase()
  for (const id of ['ada', 'bob']) await addUser(db, id)
  const sandbox = await startSandbox({
    prices: PRICES,
    brand: 'Midground',
    now,
    store: noStore,
    deliver: null,
    fault() {
      provider.requests++
      return provider.fault
    },
    ...over,
  })
  closeAtEnd(async () => {
    await sandbox.close()
    db.close()
  })
  const mails: Mail[] = []
  const log = pino({ level: 'silent' })
  const config = readConfig({ DATA_DIR: makeFolder(), ...env })
  const base = {
    config,
    now,
    pause: async () => undefined,
    random: (bytes: number) => randomBytes(bytes),
    db,
    limiter: createLimiter(db, now, config.rateLimits),
    sessions: saidSessions(db),
    billing: otherBilling ?? sandbox.provider,
    mail: { on: true, queue: async (mail: Mail) => void mails.push(mail) },
    storage: noStorage,
    metrics: await openMetrics({ config, db, now }),
    log,
  }
  const deps: BillingDeps = { ...base, subscriptions: createSubscriptions(base) }
  const context = createBillingContext({ ...base, billing: sandbox.provider })
  if (!context) throw new Error('a shop without a context')
  const app = createApp(deps)
  const sign = (payload: string) => signPayload(payload, sandbox.webhookSecret, Math.floor(Date.now() / 1000))
  const send = async (path: string, body: string, headers: Record<string, string>) =>
    app.request(path, { method: 'POST', headers, body })

  /** Sends a POST as the account `as` or, without `as`, as a visitor. */
  const post = (path: string, body: unknown, as?: string, origin = ORIGIN): Promise<Response> => {
    const cookie = as === undefined ? {} : { cookie: `sid=${as}` }
    return send(path, JSON.stringify(body), { 'content-type': 'application/json', origin, ...cookie })
  }
  /** Sends a webhook. By default, its signature is valid. */
  const webhook = async ({ payload }: Pick<SandboxEvent, 'payload'>, signature = sign(payload)): Promise<number> =>
    (await send('/api/stripe/webhook', payload, { 'stripe-signature': signature })).status

  return {
    ...{ provider, clock, sandbox, db, deps, context, mails, app, post, webhook },
    get: async (path: string, as: string): Promise<Response> => app.request(path, { headers: { cookie: `sid=${as}` } }),
    /** Delivers all pending events in order. Resolves with the statuses of the responses. */
    async deliver() {
      const statuses: number[] = []
      for (const event of sandbox.world.events.filter(({ delivered }) => !delivered)) {
        const status = await webhook(event)
        event.delivered = status === 200
        statuses.push(status)
      }
      return statuses
    },
    /** Opens a checkout as the account and pays with a card. */
    async buy(userId: string, card: Card = 'pays', priceId = PRICES.yearly) {
      const { url } = (await (await post('/api/checkout', { priceId }, userId)).json()) as { url: string }
      const checkout = sandbox.world.checkouts[url.split('/').at(-1) ?? '']
      if (!checkout || !complete(sandbox.world, checkout, card, clock.seconds)) throw new Error(`not sold: ${url}`)
    },
    contractsOf(userId: string): Contract[] {
      const customerId = storedBilling(db, userId)?.customerId
      return Object.values(sandbox.world.contracts).filter(({ subscription }) => subscription.customer === customerId)
    },
  }
}

/** Returns fake sessions with the account's id as cookie. */
function saidSessions({ orm }: FileDatabase): BillingDeps['sessions'] {
  const never = () => Promise.reject(new Error('not part of the shop'))
  return {
    async find(cookie) {
      const id = cookie?.replace('sid=', '') ?? ''
      const row = orm.select().from(users).where(eq(users.id, id)).get()
      const user = row && { id, email: row.email, emailVerified: row.emailVerifiedAt !== null }
      return user ? { sessionId: id, secondFactor: false, renewed: null, user } : null
    },
    start: never,
    end: never,
    endAll: never,
    blank: '',
  }
}

const noStorage: BillingDeps['storage'] = {
  put: async () => undefined,
  get: async () => Readable.from([]),
  delete: async () => undefined,
  list: () => Readable.from([]),
  writtenAt: async () => null,
}
