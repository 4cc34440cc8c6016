/** The part of Stripe's HTTP API that stripe.ts uses. Calls are synchronous, so no call reads a half-changed state. */
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { SANDBOX_CUSTOMER } from '../stripe.ts'
import { end, expire, setCanceling } from './life.ts'
import { type Customer, emit, newCheckout, newId, prune, type SandboxContext, type SandboxState } from './state.ts'

interface Call {
  /** The id in the path, or ''. */
  readonly id: string
  readonly form: URLSearchParams // body of a POST, or query of a GET
  /** Unix seconds. */
  readonly now: number
}

type Route = (method: 'GET' | 'POST' | 'DELETE', path: string, run: (call: Call) => object) => void

/** An error response in Stripe's format. `param` is the wrong parameter, `code` Stripe's error code. */
class ApiError extends Error {
  readonly status: ContentfulStatusCode
  readonly error: object

  constructor(
    status: ContentfulStatusCode,
    message: string,
    details: { type?: string; param?: string; code?: string },
  ) {
    super(message)
    this.status = status
    this.error = { type: 'invalid_request_error', message, ...details }
  }
}

/** Returns the app of the API. Its paths start with /v1. */
export function sandboxApi(options: SandboxContext): Hono {
  const app = new Hono()
  const route: Route = (method, path, run) => void app.on(method, path, async (c) => answer(options, c, run))
  addCustomers(route, options)
  addCheckouts(route, options)
  addSubscriptions(route, options)
  app.notFound((c) => c.json({ error: { message: `Unrecognized request URL (${c.req.method}: ${c.req.path}).` } }, 404))
  app.onError((error, c) => {
    if (!(error instanceof ApiError)) throw error
    return c.json({ error: error.error }, error.status)
  })
  return app
}

/** Checks the API key and the idempotency key, simulates faults, and runs the call. */
async function answer(options: SandboxContext, c: Context, run: (call: Call) => object): Promise<Response> {
  const { world, secretKey, now, save } = options
  const { method, path } = c.req
  if (c.req.header('authorization') !== `Bearer ${secretKey}`) throw new ApiError(401, 'Invalid API Key provided.', {})
  const text = method === 'POST' ? await c.req.text() : new URL(c.req.url).search
  const fault = options.fault(method)
  if (fault === 'refuse') throw createOutageError()

  const key = method === 'POST' ? c.req.header('idempotency-key') : undefined
  const asked = `${method} ${path} ${text}`
  const replayed = key === undefined ? null : replay(world.answers[key], asked)
  if (fault === 'store' && key !== undefined && !replayed) {
    const body = { error: createOutageError().error }
    world.answers[key] = { asked, body, status: 500, at: now() }
    return c.json(body, 500)
  }
  const body = replayed?.body ?? perform()
  await options.delay(method)
  if (fault === 'lose') throw createOutageError()
  if (replayed) c.header('Idempotent-Replayed', 'true')
  return c.json(body, replayed?.status ?? 200)

  function perform(): object {
    const call = { id: c.req.param('id') ?? '', form: new URLSearchParams(text), now: now() }
    // copies the response, because the state may change before a delayed response is sent
    const made = structuredClone(run(call))
    if (method === 'GET') return made
    if (key !== undefined) world.answers[key] = { asked, body: made, at: call.now }
    prune(world, call.now)
    save()
    return made
  }
}

const createOutageError = () => new ApiError(503, 'The sandbox plays an outage.', { type: 'api_error' })

type Answer = SandboxState['answers'][string]

function replay(before: Answer | undefined, asked: string): Answer | null {
  if (!before) return null
  if (before.asked === asked) return before
  const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.'
  throw new ApiError(400, message, { type: 'idempotency_error' })
}

/** Returns the object with this id. @throws {ApiError} with status 404, or 400 if the id is in the parameter `param` */
function requireItem<T>(map: Record<string, T>, what: string, id: string, param = 'id'): T {
  const found = map[id]
  if (found) return found
  throw new ApiError(param === 'id' ? 404 : 400, `No such ${what}: '${id}'`, { param, code: 'resource_missing' })
}

const fields = (form: URLSearchParams, prefix: string): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      name.startsWith(`${prefix}[`) ? [[name.slice(prefix.length + 1, -1), value] as const] : [],
    ),
  )

function addCustomers(route: Route, { world, origin }: SandboxContext): void {
  route('POST', '/v1/customers', ({ form, now }) => {
    const customer: Customer = {
      id: newId(SANDBOX_CUSTOMER),
      object: 'customer',
      created: now,
      email: form.get('email'),
      metadata: fields(form, 'metadata'),
      livemode: false,
    }
    world.customers[customer.id] = customer
    emit(world, 'customer.created', customer, now)
    return customer
  })
  route('GET', '/v1/customers/search', ({ form }) => {
    const [, name = '', value] = /^metadata\['(\w+)'\]:'(.*)'$/.exec(form.get('query') ?? '') ?? []
    const data = Object.values(world.customers).filter(({ metadata }) => metadata[name] === value)
    return { object: 'search_result', has_more: false, data }
  })
  route('GET', '/v1/customers/:id', ({ id }) => requireItem(world.customers, 'customer', id))
  route('POST', '/v1/customers/:id', ({ id, form, now }) => {
    const customer = requireItem(world.customers, 'customer', id)
    customer.email = form.get('email') ?? customer.email
    emit(world, 'customer.updated', customer, now)
    return customer
  })
  route('DELETE', '/v1/customers/:id', ({ id, now }) => {
    const customer = requireItem(world.customers, 'customer', id)
    for (const contract of Object.values(world.contracts))
      if (contract.subscription.customer === id && contract.subscription.status !== 'canceled')
        end(world, contract, now)
    delete world.customers[id]
    emit(world, 'customer.deleted', customer, now)
    return { id, object: 'customer', deleted: true }
  })
  route('POST', '/v1/billing_portal/sessions', ({ form, now }) => {
    const customer = requireItem(world.customers, 'customer', form.get('customer') ?? '', 'customer').id
    const [id, returnUrl] = [newId('bps_'), form.get('return_url') ?? '']
    world.portals[id] = { id, customer, returnUrl, created: now }
    const url = `${origin()}/portal/${id}`
    return { id, object: 'billing_portal.session', created: now, customer, return_url: returnUrl, url, livemode: false }
  })
}

function addCheckouts(route: Route, { world, origin }: SandboxContext): void {
  route('GET', '/v1/prices/:id', ({ id }) => requireItem(world.prices, 'price', id))
  route('POST', '/v1/checkout/sessions', ({ form, now }) => {
    const priceId = form.get('line_items[0][price]') ?? ''
    const customer = form.get('customer') ?? ''
    const successUrl = form.get('success_url')
    if (form.get('mode') !== 'subscription')
      throw new ApiError(400, 'The sandbox sells subscriptions only.', { param: 'mode' })
    if (!successUrl)
      throw new ApiError(400, 'Missing required param: success_url.', {
        param: 'success_url',
        code: 'parameter_missing',
      })
    requireItem(world.prices, 'price', priceId, 'line_items[0][price]')
    requireItem(world.customers, 'customer', customer, 'customer')
    const session = newCheckout(newId('cs_test_'), customer, now, origin(), {
      client_reference_id: form.get('client_reference_id'),
      metadata: fields(form, 'metadata'),
      success_url: successUrl,
      cancel_url: form.get('cancel_url'),
    })
    const trialDays = Number(form.get('subscription_data[trial_period_days]') ?? 0)
    world.checkouts[session.id] = { session, priceId, trialDays, metadata: fields(form, 'subscription_data[metadata]') }
    return session
  })
  route('GET', '/v1/checkout/sessions', ({ form }) =>
    page(
      form,
      Object.values(world.checkouts).map(({ session }) => session),
    ),
  )
  route('GET', '/v1/checkout/sessions/:id', ({ id }) => requireItem(world.checkouts, 'checkout.session', id).session)
  route('POST', '/v1/checkout/sessions/:id/expire', ({ id, now }) => {
    const checkout = requireItem(world.checkouts, 'checkout.session', id)
    if (checkout.session.status !== 'open')
      throw new ApiError(400, 'Only Checkout Sessions with a status in ["open"] can be expired.', {})
    expire(world, checkout, now)
    return checkout.session
  })
}

function addSubscriptions(route: Route, { world }: SandboxContext): void {
  route('GET', '/v1/subscriptions', ({ form }) => {
    requireItem(world.customers, 'customer', form.get('customer') ?? '', 'customer')
    return page(
      form,
      Object.values(world.contracts).map(({ subscription }) => subscription),
    )
  })
  route('GET', '/v1/subscriptions/:id', ({ id }) => requireItem(world.contracts, 'subscription', id).subscription)
  route('POST', '/v1/subscriptions/:id', ({ id, form, now }) => {
    const contract = requireItem(world.contracts, 'subscription', id)
    if (contract.subscription.status === 'canceled')
      throw new ApiError(400, 'A canceled subscription can only be read.', {})
    setCanceling(world, contract, form.get('cancel_at_period_end') === 'true', now)
    return contract.subscription
  })
  route('DELETE', '/v1/subscriptions/:id', ({ id, now }) => {
    const contract = requireItem(world.contracts, 'subscription', id)
    // Stripe returns resource_missing for a canceled subscription
    if (contract.subscription.status === 'canceled') requireItem({}, 'subscription', id)
    end(world, contract, now)
    return contract.subscription
  })
}

/** Returns a page of a customer's objects, newest first. The sandbox stores them oldest first. */
function page(form: URLSearchParams, objects: readonly { id: string; customer: string }[]): object {
  const newestFirst = objects.filter(({ customer }) => customer === form.get('customer')).reverse()
  const start = newestFirst.findIndex(({ id }) => id === form.get('starting_after')) + 1
  const limit = Number(form.get('limit') ?? 10)
  const data = newestFirst.slice(start, start + limit)
  return { object: 'list', has_more: start + limit < newestFirst.length, data }
}
