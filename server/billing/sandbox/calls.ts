/** The calls of the API. They are synchronous, so no caller reads a state that is half changed. */
import { end, expire, setCancelling } from './life.ts'
import { type Checkout, type Customer, emit, newCustomerId, newId, type SandboxState } from './state.ts'

/** Status and JSON body of a response. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** One call of the API. */
export interface Call {
  readonly world: SandboxState
  /** Unix seconds. */
  readonly now: number
  readonly form: URLSearchParams // the body of a POST or the query of a GET
  /** The id in the path; '' without one. */
  readonly id: string
  /** Address of the hosted pages, without a trailing slash. */
  readonly pages: string
}

const CHECKOUT_SECONDS = 86_400

const okay = (body: unknown): Answer => ({ status: 200, body })

/** Returns an error response in Stripe's format. `param` names the wrong parameter, `code` is Stripe's error code. */
export const invalid = (status: number, message: string, param?: string, code?: string): Answer => ({
  status,
  body: { error: { type: 'invalid_request_error', message, ...(param && { param }), ...(code && { code }) } },
})

const missing = (what: string, id: string, param: string, status = 400): Answer =>
  invalid(status, `No such ${what}: '${id}'`, param, 'resource_missing')

/**
 * Returns the response to a request for one object: 200 with the object, or 404 `resource_missing` if it is undefined.
 * `what`: the object's type in the message. `id`: the requested id.
 */
export const found = (object: unknown, what: string, id: string): Answer =>
  object ? okay(object) : missing(what, id, 'id', 404)

const fields = (form: URLSearchParams, prefix: string): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      name.startsWith(`${prefix}[`) ? [[name.slice(prefix.length + 1, -1), value] as const] : [],
    ),
  )

/** POST /v1/customers */
export function createCustomer({ world, now, form }: Call): Answer {
  const customer: Customer = {
    id: newCustomerId(),
    object: 'customer',
    created: now,
    email: form.get('email'),
    metadata: fields(form, 'metadata'),
    livemode: false,
  }
  world.customers[customer.id] = customer
  emit(world, 'customer.created', customer, now)
  return okay(customer)
}

/** GET /v1/customers/:id. Returns the customer, or 404 `resource_missing`. */
export const readCustomer = ({ world, id }: Call): Answer => found(world.customers[id], 'customer', id)

/** POST /v1/customers/:id */
export function updateCustomer({ world, now, id, form }: Call): Answer {
  const customer = world.customers[id]
  if (!customer) return missing('customer', id, 'id', 404)
  customer.email = form.get('email') ?? customer.email
  emit(world, 'customer.updated', customer, now)
  return okay(customer)
}

/** DELETE /v1/customers/:id. Ends the customer's subscriptions. */
export function deleteCustomer({ world, now, id }: Call): Answer {
  const customer = world.customers[id]
  if (!customer) return missing('customer', id, 'id', 404)
  for (const contract of Object.values(world.contracts))
    if (contract.subscription.customer === id && contract.subscription.status !== 'canceled') end(world, contract, now)
  delete world.customers[id]
  emit(world, 'customer.deleted', customer, now)
  return okay({ id, object: 'customer', deleted: true })
}

/** POST /v1/checkout/sessions. The checkout is open until it is paid, or a call expires it, or it is too old. */
export function createCheckout({ world, now, form, pages }: Call): Answer {
  const priceId = form.get('line_items[0][price]') ?? ''
  const customer = form.get('customer') ?? ''
  const successUrl = form.get('success_url')
  if (form.get('mode') !== 'subscription') return invalid(400, 'The sandbox sells subscriptions only.', 'mode')
  if (!successUrl) return invalid(400, 'Missing required param: success_url.', 'success_url', 'parameter_missing')
  if (!world.prices[priceId]) return missing('price', priceId, 'line_items[0][price]')
  if (!world.customers[customer]) return missing('customer', customer, 'customer')

  const id = newId('cs_test_')
  const session: Checkout = {
    id,
    object: 'checkout.session',
    created: now,
    mode: 'subscription',
    status: 'open',
    payment_status: 'unpaid',
    customer,
    client_reference_id: form.get('client_reference_id'),
    subscription: null,
    metadata: fields(form, 'metadata'),
    success_url: successUrl,
    cancel_url: form.get('cancel_url'),
    expires_at: now + CHECKOUT_SECONDS,
    url: `${pages}/pay/${id}`,
    livemode: false,
  }
  const trialDays = Number(form.get('subscription_data[trial_period_days]') ?? 0)
  world.checkouts[id] = { session, priceId, trialDays, metadata: fields(form, 'subscription_data[metadata]') }
  return okay(session)
}

/** GET /v1/checkout/sessions */
export function listCheckouts({ world, form }: Call): Answer {
  const all = Object.values(world.checkouts).map(({ session }) => session)
  const status = form.get('status')
  return page(
    '/v1/checkout/sessions',
    form,
    all.filter((session) => isOf(session, form) && (!status || session.status === status)),
  )
}

/** POST /v1/checkout/sessions/:id/expire */
export function expireCheckout({ world, now, id }: Call): Answer {
  const checkout = world.checkouts[id]
  if (!checkout) return missing('checkout.session', id, 'id', 404)
  if (checkout.session.status !== 'open')
    return invalid(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
  expire(world, checkout, now)
  return okay(checkout.session)
}

/** GET /v1/subscriptions. As with Stripe, the list has no cancelled subscriptions unless `status` asks for them. */
export function listSubscriptions({ world, form }: Call): Answer {
  const customer = form.get('customer')
  if (customer !== null && !world.customers[customer]) return missing('customer', customer, 'customer')
  const status = form.get('status')
  const all = Object.values(world.contracts).map(({ subscription }) => subscription)
  const wanted = all.filter(
    (s) => isOf(s, form) && (status === 'all' || (status ? s.status === status : s.status !== 'canceled')),
  )
  return page('/v1/subscriptions', form, wanted)
}

/** POST /v1/subscriptions/:id. Only `cancel_at_period_end` can change. */
export function updateSubscription({ world, now, form, id }: Call): Answer {
  const contract = world.contracts[id]
  if (!contract) return missing('subscription', id, 'id', 404)
  if (contract.subscription.status === 'canceled') return invalid(400, 'A canceled subscription can only be read.')
  if (form.has('cancel_at_period_end')) setCancelling(world, contract, form.get('cancel_at_period_end') === 'true', now)
  return okay(contract.subscription)
}

/** DELETE /v1/subscriptions/:id. Ends the subscription at once. */
export function cancelSubscription({ world, now, id }: Call): Answer {
  const contract = world.contracts[id]
  if (!contract || contract.subscription.status === 'canceled') return missing('subscription', id, 'id', 404)
  end(world, contract, now)
  return okay(contract.subscription)
}

/** POST /v1/billing_portal/sessions */
export function createPortal({ world, now, form, pages }: Call): Answer {
  const customer = form.get('customer') ?? ''
  if (!world.customers[customer]) return missing('customer', customer, 'customer')
  const id = newId('bps_')
  const returnUrl = form.get('return_url') ?? ''
  world.portals[id] = { id, customer, returnUrl, created: now }
  const url = `${pages}/portal/${id}`
  return okay({
    id,
    object: 'billing_portal.session',
    created: now,
    customer,
    return_url: returnUrl,
    url,
    livemode: false,
  })
}

const isOf = (object: { customer: string }, form: URLSearchParams): boolean =>
  !form.has('customer') || object.customer === form.get('customer')

/** Returns a page of a list, newest first as with Stripe. Objects are stored in the order of their creation. */
function page<T extends { id: string }>(url: string, form: URLSearchParams, oldestFirst: readonly T[]): Answer {
  const newestFirst = [...oldestFirst].reverse()
  const start = newestFirst.findIndex(({ id }) => id === form.get('starting_after')) + 1
  const limit = Math.min(100, Number(form.get('limit') ?? 10))
  return okay({
    object: 'list',
    url,
    has_more: start + limit < newestFirst.length,
    data: newestFirst.slice(start, start + limit),
  })
}
