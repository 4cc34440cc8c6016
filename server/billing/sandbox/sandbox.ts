/**
 * Replaces Stripe with a server on loopback, for tests and for machines without Stripe's keys. The sandbox doesn't
 * charge cards.
 */

import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { DAY_SECONDS } from '#server/contract/time.ts'
import { listen } from '#server/http/listener.ts'
import type { Provider } from '../stripe.ts'
import { stripeProvider } from '../stripe.ts'
import { sandboxApi } from './api.ts'
import { createDelivery, type Deliver } from './delivery.ts'
import { hostedPages } from './hosted.ts'
import { isOver, settle } from './life.ts'
import { age, emit, type Fault, newPrice, openSandboxState, type SandboxContext, type SandboxState } from './state.ts'

/** Stores the sandbox's state. */
export interface SandboxStore {
  load(): Promise<SandboxState | null>
  /** Saves the state. Never rejects. After a failure, the next change saves the whole state. */
  save(world: SandboxState): Promise<void>
}

export interface SandboxOptions {
  readonly prices: Provider['prices']
  readonly brand: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly store: SandboxStore
  /** Posts a webhook. Null in tests that read events from the state. */
  readonly deliver: Deliver | null
  /** Returns the fault to simulate in a call of the API. */
  readonly fault?: (method: string) => Fault
  /** Delays the response of a call. */
  readonly delay?: (method: string) => Promise<void>
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>

/** Interval in ms between two runs of due actions and deliveries of due events. */
const TICK_MS = 1000
/** Longest time, in ms, that `skip` waits for the delivery of webhooks. */
const DELIVERY_PATIENCE_MS = 5_000

/**
 * Starts the sandbox on a free loopback port with the stored state, if any. A timer renews subscriptions and delivers
 * events that are due.
 */
export async function startSandbox(options: SandboxOptions) {
  const { store, fault = () => 'none', delay = async () => undefined } = options
  const { monthly, yearly } = options.prices
  const prices = { [monthly]: newPrice(monthly, 'monthly'), [yearly]: newPrice(yearly, 'yearly') }
  const world = openSandboxState(await store.load(), prices)
  const secretKey = `sk_test_${randomBytes(24).toString('hex')}`
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`
  const now = (): number => Math.floor(options.now() / 1000)
  let saved: Promise<unknown> = Promise.resolve()
  const save = (): void => {
    saved = Promise.all([saved, store.save(world)])
  }
  let origin = ''
  const keys = { secretKey, webhookSecret }
  const hooks = { now, save, changed: () => changed(), skip, origin: () => origin, fault, delay }
  const context: SandboxContext = { world, brand: options.brand, ...keys, ...hooks }
  const postDue = options.deliver ? createDelivery(context, options.deliver) : async () => undefined
  const changed = (): void => {
    save()
    void postDue()
  }
  const catchUp = (): void => {
    if (settle(world, now())) save()
    void postDue()
  }

  const app = new Hono()
  app.use(async (_, next) => {
    catchUp()
    await next()
    void postDue()
  })
  app.mount('/v1', sandboxApi(context).fetch, { replaceRequest: false })
  app.mount('/', hostedPages(context).fetch, { replaceRequest: false })
  const server = createServer(getRequestListener(app.fetch))
  // the sandbox listens on loopback, even if the product listens on a different address
  origin = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`

  const ticking = setInterval(catchUp, TICK_MS)
  ticking.unref()
  catchUp()

  const apiBase = new URL(origin)
  return {
    provider: stripeProvider({ kind: 'sandbox', ...keys, prices: options.prices, apiBase }),
    world,
    apiBase,
    ...keys,
    /** Moves the clock ahead by `days`. Resolves when the events of these days are delivered. */
    skip,
    /** Stores the state and delivers its events. Call it after a direct change to `world`. */
    changed,
    async close() {
      clearInterval(ticking)
      await postDue()
      server.close()
      server.closeAllConnections()
      await saved
    },
  }

  async function skip(days: number): Promise<void> {
    age(world, days * DAY_SECONDS)
    settle(world, now())
    // moving the clock emits no events, so this loop emits the new dates of each subscription
    for (const contract of Object.values(world.contracts))
      if (!isOver(contract)) emit(world, 'customer.subscription.updated', contract.subscription, now())
    changed()
    await Promise.race([postDue(), wait(DELIVERY_PATIENCE_MS, undefined, { ref: false })])
  }
}
