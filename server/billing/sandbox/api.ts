/** The part of Stripe's HTTP API that stripe.ts uses. Like Stripe, it refuses unknown parameters. */
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import {
  type Answer,
  type Call,
  cancelSubscription,
  createCheckout,
  createCustomer,
  createPortal,
  deleteCustomer,
  expireCheckout,
  found,
  invalid,
  listCheckouts,
  listSubscriptions,
  readCustomer,
  updateCustomer,
  updateSubscription,
} from './calls.ts'
import { newId, prune, type SandboxState } from './state.ts'

/** A simulated fault. 'refuse': the request is refused. 'lose': the request is performed, but its response is lost. */
export type Fault = 'none' | 'refuse' | 'lose'

/** The parameters of `sandboxApi`. */
export interface ApiOptions {
  readonly world: SandboxState
  readonly secretKey: string
  /** Unix seconds. */
  readonly now: () => number
  /** Stores the state after a call that changed it. */
  readonly save: () => void
  /** Address of the hosted pages, without a trailing slash. */
  readonly pages: () => string
  /** Returns the fault to simulate for a call; for tests of outages. */
  readonly fault: (method: string) => Fault
  /** Delays the response of a call that has already been performed; for tests. */
  readonly delay: (method: string) => Promise<void>
}

/** Returns the app of the API, whose paths begin with /v1. Errors have Stripe's shape. */
export function sandboxApi(options: ApiOptions): Hono {
  const app = new Hono()
  const route = (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    allowed: readonly string[],
    run: (call: Call) => Answer,
  ): void => {
    app.on(method, path, async (c) => answer(options, c, allowed, run))
  }
  route('POST', '/v1/customers', ['email', 'metadata[]'], createCustomer)
  route('GET', '/v1/customers/:id', [], readCustomer)
  route('POST', '/v1/customers/:id', ['email'], updateCustomer)
  route('DELETE', '/v1/customers/:id', [], deleteCustomer)
  route('GET', '/v1/prices/:id', [], ({ world, id }) => found(world.prices[id], 'price', id))
  route('POST', '/v1/checkout/sessions', CHECKOUT_PARAMETERS, createCheckout)
  route('GET', '/v1/checkout/sessions', ['customer', 'status', ...PAGING], listCheckouts)
  route('GET', '/v1/checkout/sessions/:id', [], ({ world, id }) =>
    found(world.checkouts[id]?.session, 'checkout.session', id),
  )
  route('POST', '/v1/checkout/sessions/:id/expire', [], expireCheckout)
  route('GET', '/v1/subscriptions', ['customer', 'status', ...PAGING], listSubscriptions)
  route('GET', '/v1/subscriptions/:id', [], ({ world, id }) =>
    found(world.contracts[id]?.subscription, 'subscription', id),
  )
  route('POST', '/v1/subscriptions/:id', ['cancel_at_period_end'], updateSubscription)
  route('DELETE', '/v1/subscriptions/:id', [], cancelSubscription)
  route('POST', '/v1/billing_portal/sessions', ['customer', 'return_url'], createPortal)
  app.notFound((c) => send(c, invalid(404, `Unrecognized request URL (${c.req.method}: ${c.req.path}).`)))
  return app
}

const PAGING = ['limit', 'starting_after']

const CHECKOUT_PARAMETERS = [
  'mode',
  'customer',
  'client_reference_id',
  'line_items[][price]',
  'line_items[][quantity]',
  'metadata[]',
  'subscription_data[metadata][]',
  'subscription_data[trial_period_days]',
  'subscription_data[trial_settings][end_behavior][missing_payment_method]',
  'payment_method_collection',
  'success_url',
  'cancel_url',
]

/** Checks the key, the parameters and the idempotency key, simulates faults, then performs the call. */
async function answer(
  options: ApiOptions,
  c: Context,
  allowed: readonly string[],
  run: (call: Call) => Answer,
): Promise<Response> {
  if (c.req.header('authorization') !== `Bearer ${options.secretKey}`)
    return send(c, {
      status: 401,
      body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } },
    })
  const { method, path } = c.req
  const body = method === 'POST' ? await c.req.text() : new URL(c.req.url).search
  const fault = options.fault(method)
  if (fault === 'refuse') return send(c, OUTAGE)

  const { world } = options
  const key = method === 'POST' ? c.req.header('idempotency-key') : undefined
  const asked = `${method} ${path} ${body}`
  const before = key === undefined ? undefined : world.answers[key]
  const reply = before ? replay(before, asked) : first()
  await options.delay(method)
  return send(c, fault === 'lose' ? OUTAGE : reply)

  function first(): Answer {
    const form = new URLSearchParams(body)
    const unknown = [...form.keys()].find((name) => !allowed.includes(pattern(name)))
    if (unknown) return invalid(400, `Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown')
    const now = options.now()
    // a copy, because the state may change while the response is delayed
    const made = structuredClone(run({ world, now, form, id: c.req.param('id') ?? '', pages: options.pages() }))
    if (method === 'GET') return made
    if (key !== undefined && made.status === 200)
      world.answers[key] = { asked, status: made.status, body: made.body, at: now }
    prune(world, now)
    options.save()
    return made
  }
}

const OUTAGE: Answer = { status: 503, body: { error: { type: 'api_error', message: 'The sandbox plays an outage.' } } }

function replay(before: SandboxState['answers'][string], asked: string): Answer {
  if (before.asked === asked) return before
  const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.'
  return { status: 400, body: { error: { type: 'idempotency_error', message } } }
}

const send = (c: Context, { status, body }: Answer): Response =>
  c.json(body as object, status as ContentfulStatusCode, { 'request-id': newId('req_') })

/**
 * Returns the form of a parameter's name: 'line_items[0][price]' → 'line_items[][price]', 'metadata[userId]' →
 * 'metadata[]'.
 */
const pattern = (name: string): string =>
  name.replace(/\[\d+\]/g, '[]').replace(/metadata\]?\[[^\]]*\]$/, (end) => end.replace(/\[[^\]]*\]$/, '[]'))
