/**
 * The embedded replacement for Stripe, for tests and for machines without Stripe keys: an HTTP API and two pages on
 * loopback. The Stripe SDK talks to it. No money moves, and no page has a field for a card number.
 */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { PRICES, type PriceKey } from '#server/contract/plans.ts'
import type { Provider } from '../stripe.ts'
import { stripeProvider } from '../stripe.ts'
import { type Fault, sandboxApi } from './api.ts'
import { type Deliver, startDelivery } from './delivery.ts'
import { hostedPages } from './hosted.ts'
import { isOver, settle } from './life.ts'
import { age, emit, openSandboxState, type Price, type SandboxState } from './state.ts'

/** Stores the state between two starts. */
export interface SandboxStore {
  load(): Promise<SandboxState | null>
  /** Never rejects: the next change saves the whole state again. */
  save(world: SandboxState): Promise<void>
}

/** Options of `startSandbox`. */
export interface SandboxOptions {
  readonly prices: Provider['prices']
  readonly brand: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly store: SandboxStore
  /** Posts the webhooks. Null in tests that read the events from the state. */
  readonly deliver: Deliver | null
  /** Returns the fault to simulate for a call of the API; absent = none. */
  readonly fault?: (method: string) => Fault
  /** Delays the response of a call; absent = none. */
  readonly delay?: (method: string) => Promise<void>
}

/** A running sandbox. */
export interface Sandbox {
  readonly provider: Provider
  readonly world: SandboxState
  readonly apiBase: URL
  readonly secretKey: string
  readonly webhookSecret: string
  /** Moves the sandbox's clock ahead by `days`; resolves when the events of those days are delivered. */
  skip(days: number): Promise<void>
  /** Stores the state and delivers its events. Call it after changing `world` by hand. */
  changed(): void
  close(): Promise<void>
}

const DAY = 86_400
/** Interval in ms between two runs of `settle`. */
const TICK_MS = 30_000
/** Longest time, in ms, to wait for the delivery of webhooks after the clock was moved. */
const DELIVERY_PATIENCE_MS = 5_000

/** Starts the sandbox on a free loopback port, with the stored state if there is one. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { store, fault = () => 'none', delay = async () => undefined } = options
  const world = openSandboxState(await store.load(), offers(options.prices))
  const secretKey = `sk_test_${randomBytes(24).toString('hex')}`
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`
  const now = (): number => Math.floor(options.now() / 1000)
  let saved: Promise<unknown> = Promise.resolve()
  const save = (): void => {
    saved = Promise.all([saved, store.save(world)])
  }
  const delivery = options.deliver && startDelivery({ world, webhookSecret, deliver: options.deliver, now, save })
  const changed = (): void => {
    save()
    delivery?.wake()
  }
  const catchUp = (): void => {
    if (settle(world, now())) changed()
  }

  const app = new Hono()
  let origin = ''
  app.use(async (_, next) => {
    catchUp()
    await next()
    delivery?.wake()
  })
  app.mount('/v1', sandboxApi({ world, secretKey, now, save, pages: () => origin, fault, delay }).fetch, {
    replaceRequest: false,
  })
  app.mount('/', hostedPages({ world, brand: options.brand, now, changed, skip, origin: () => origin }).fetch, {
    replaceRequest: false,
  })
  const server = await listen(app)
  origin = `http://127.0.0.1:${server.port}`

  const ticking = setInterval(catchUp, TICK_MS)
  ticking.unref()
  catchUp()
  delivery?.wake()

  const apiBase = new URL(origin)
  return {
    provider: stripeProvider({ kind: 'sandbox', secretKey, webhookSecret, prices: options.prices, apiBase }),
    world,
    apiBase,
    secretKey,
    webhookSecret,
    skip,
    changed,
    async close() {
      clearInterval(ticking)
      delivery?.stop()
      await server.close()
      await saved
    },
  }

  async function skip(days: number): Promise<void> {
    age(world, days * DAY)
    settle(world, now())
    // shifting times emits no events, so announce the changed dates of each subscription
    for (const contract of Object.values(world.contracts))
      if (!isOver(contract)) emit(world, 'customer.subscription.updated', contract.subscription, now())
    changed()
    await delivery?.idle(DELIVERY_PATIENCE_MS)
  }
}

/** Stores nothing: every start begins with an empty state. */
export const noStore: SandboxStore = { load: async () => null, save: async () => undefined }

const offers = (prices: Provider['prices']): Record<string, Price> =>
  Object.fromEntries((Object.keys(PRICES) as PriceKey[]).map((key) => [prices[key], offer(prices[key], key)] as const))

const offer = (id: string, key: PriceKey): Price => ({
  id,
  object: 'price',
  active: true,
  currency: 'usd',
  type: 'recurring',
  livemode: false,
  unit_amount: PRICES[key].cents,
  product: 'prod_sandbox_pro',
  recurring: { interval: PRICES[key].interval, interval_count: 1 },
})

/** Listens on loopback, whichever address the product itself listens on. */
function listen(app: Hono): Promise<{ port: number; close(): Promise<void> }> {
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }: AddressInfo) =>
      resolve({
        port,
        close: () =>
          new Promise((done) => {
            server.close(() => done())
            if ('closeAllConnections' in server) server.closeAllConnections()
          }),
      }),
    )
  })
}
