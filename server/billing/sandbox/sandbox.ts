/**
 * The embedded stand-in for Stripe: a small HTTP API and two pages on loopback, asked by the very code that asks Stripe.
 * For machines without keys, and for the tests. No money moves, and no card number can be typed anywhere.
 */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { PRICES, type PriceKey } from '../../contract/plans.ts'
import type { Provider } from '../provider.ts'
import { stripeProvider } from '../stripe.ts'
import { type Fault, sandboxApi } from './api.ts'
import { type Deliver, startDelivery } from './delivery.ts'
import { hostedPages } from './hosted.ts'
import { isOver, settle } from './life.ts'
import { age, emit, openSandboxState, type Price, type SandboxState } from './state.ts'

/** Where the state is kept between two starts. */
export interface SandboxStore {
  load(): Promise<SandboxState | null>
  /** Does not fail: the next change saves the whole state again. */
  save(world: SandboxState): Promise<void>
}

/** What a sandbox needs. */
export interface SandboxOptions {
  readonly prices: Provider['prices']
  readonly brand: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly store: SandboxStore
  /** Null: events wait until somebody takes them (tests). */
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
  /** Stores the state and delivers its events; to be called after `world` was changed by hand. */
  changed(): void
  close(): Promise<void>
}

const DAY = 86_400
/** How often the passing of real time is noticed. */
const TICK_MS = 30_000
/** How long a moved clock waits for its webhooks before it shows the page again. */
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
    // what is merely older says nothing by itself, but its dates have changed for everyone who keeps them
    for (const contract of Object.values(world.contracts))
      if (!isOver(contract)) emit(world, 'customer.subscription.updated', contract.subscription, now())
    changed()
    await delivery?.idle(DELIVERY_PATIENCE_MS)
  }
}

/** Keeps nothing: every start begins with an empty state. */
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

/** On loopback, whatever address the product itself listens on. */
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
