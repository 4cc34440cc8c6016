/**
 * The checkout page and the portal page. As with Stripe, anybody who knows the unguessable id of a page may use the
 * page.
 */
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { changeCard, complete, isOver, pay, setCancelling } from './life.ts'
import { CARDS, checkoutPage, messagePage, NOTES, type Note, portalPage } from './pages.ts'
import type { Card, Contract, OpenedCheckout, PortalVisit, SandboxState } from './state.ts'

/** The parameters of `hostedPages`. */
export interface HostedOptions {
  readonly world: SandboxState
  readonly brand: string
  /** Unix seconds. */
  readonly now: () => number
  /** Stores the state and delivers its new events. */
  readonly changed: () => void
  /** Moves the clock. Resolves when all events of the skipped days are delivered. */
  readonly skip: (days: number) => Promise<void>
  /** 'http://127.0.0.1:<port>' */
  readonly origin: () => string
}

/**
 * Returns the app of the checkout pages (/pay/:id) and the portal pages (/portal/:id). Requests from other origins are
 * refused with 403.
 */
export function hostedPages(options: HostedOptions): Hono {
  const app = new Hono()
  app.use(guard(options.origin))
  app.get('/pay/:id', (c) => showCheckout(c, options, options.world.checkouts[c.req.param('id')]))
  app.post('/pay/:id', (c) => payCheckout(c, options, options.world.checkouts[c.req.param('id')]))
  app.get('/portal/:id', (c) => showPortal(c, options, options.world.portals[c.req.param('id')]))
  app.post('/portal/:id/:action', (c) =>
    usePortal(c, options, options.world.portals[c.req.param('id')], c.req.param('action')),
  )
  app.notFound((c) => notFound(c, options))
  return app
}

/** Sets the security headers of every answer, and answers 403 to other hosts and to forms of other origins. */
const guard =
  (origin: HostedOptions['origin']): MiddlewareHandler =>
  async (c, next) => {
    c.header('cache-control', 'no-store')
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'same-origin')
    c.header('cross-origin-opener-policy', 'same-origin')
    c.header('cross-origin-resource-policy', 'same-origin')
    leadsTo(c, null)
    const foreign = c.req.method === 'POST' && c.req.header('origin') !== origin()
    // refuses other host names that resolve to this address (DNS rebinding)
    if (c.req.header('host') !== new URL(origin()).host || foreign)
      return c.text('You don’t have access to this page.', 403)
    return next()
  }

type Answer = Response | Promise<Response>

function showCheckout(c: Context, options: HostedOptions, checkout: OpenedCheckout | undefined): Answer {
  if (!checkout) return notFound(c, options)
  const { world, brand, now } = options
  const { session } = checkout
  const price = world.prices[checkout.priceId]
  if (session.status !== 'open' || !price) {
    const over =
      session.status === 'complete'
        ? 'This checkout is already complete.'
        : 'This checkout has expired. Please start again.'
    return c.html(messagePage('Checkout', over, session.cancel_url, { brand, note: null }))
  }
  leadsTo(c, session.success_url)
  const email = world.customers[session.customer]?.email ?? null
  return c.html(checkoutPage(checkout, price, email, now(), { brand, note: noteOf(c) }))
}

async function payCheckout(
  c: Context,
  options: HostedOptions,
  checkout: OpenedCheckout | undefined,
): Promise<Response> {
  const { world, now, changed } = options
  if (checkout?.session.status !== 'open') return notFound(c, options)
  const form = await formOf(c)
  if (!form) return badForm(c, options)
  const before = world.events.length
  if (!complete(world, checkout, cardIn(form), now())) return c.redirect(`${c.req.path}?note=declined`, 303)
  const delay = Number(form.get('delay'))
  for (const event of world.events.slice(before)) event.nextAt += Number.isFinite(delay) ? delay : 0
  changed()
  return c.redirect(checkout.session.success_url ?? '/', 303)
}

function showPortal(c: Context, options: HostedOptions, visit: PortalVisit | undefined): Answer {
  if (!visit) return notFound(c, options)
  const { world, brand } = options
  const contracts = contractsOf(world, visit).sort((a, b) => Number(isOver(a)) - Number(isOver(b)))
  const email = world.customers[visit.customer]?.email ?? null
  const page = { email, returnUrl: visit.returnUrl, contracts }
  return c.html(portalPage(visit.id, page, { brand, note: noteOf(c) }))
}

async function usePortal(
  c: Context,
  options: HostedOptions,
  visit: PortalVisit | undefined,
  action: string,
): Promise<Response> {
  if (!visit) return notFound(c, options)
  const form = await formOf(c)
  if (!form) return badForm(c, options)
  const note = action === 'skip' ? await skipDays(options, form) : act(options, visit, action, form)
  if (!note) return notFound(c, options)
  options.changed()
  return c.redirect(`/portal/${visit.id}?note=${note}`, 303)
}

/** Moves the clock by the number of days in the form. Returns null without moving it unless that number is 1 to 800. */
async function skipDays({ skip }: HostedOptions, form: FormData): Promise<Note | null> {
  const days = Number(form.get('days'))
  if (!Number.isInteger(days) || days < 1 || days > 800) return null
  await skip(days)
  return 'skipped'
}

/**
 * Performs the form's action on its subscription. Returns null if the customer has no such subscription or the action
 * is unknown.
 */
function act({ world, now }: HostedOptions, visit: PortalVisit, action: string, form: FormData): Note | null {
  const contract = contractsOf(world, visit).find(({ subscription }) => subscription.id === form.get('subscription'))
  if (!contract || isOver(contract)) return null
  switch (action) {
    case 'cancel':
      setCancelling(world, contract, true, now())
      return 'cancelled'
    case 'resume':
      setCancelling(world, contract, false, now())
      return 'resumed'
    case 'card':
      return changeCard(world, contract, cardIn(form), now()) ? 'saved' : 'declined'
    case 'pay':
      return changeCard(world, contract, cardIn(form), now()) && pay(world, contract, now()) ? 'paid' : 'declined'
    default:
      return null
  }
}

/** Returns the customer's subscriptions, the newest first. */
function contractsOf(world: SandboxState, visit: PortalVisit): Contract[] {
  const all = Object.values(world.contracts).filter(({ subscription }) => subscription.customer === visit.customer)
  return all.reverse()
}

/** Returns the form in the request's body; null if there is none. */
const formOf = (c: Context): Promise<FormData | null> => c.req.formData().catch(() => null)

const notFound = (c: Context, { brand }: HostedOptions): Answer =>
  c.html(messagePage('Not found', 'Page not found.', null, { brand, note: null }), 404)

const badForm = (c: Context, { brand }: HostedOptions): Answer =>
  c.html(messagePage('No form', 'This page accepts form submissions only.', null, { brand, note: null }), 400)

/** Allows the redirect after payment in `form-action`, because browsers apply that directive to redirects too. */
function leadsTo(c: Context, url: string | null): void {
  const target = url ? ` ${new URL(url).origin}` : ''
  c.header(
    'content-security-policy',
    `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'${target}; base-uri 'none'; frame-ancestors 'none'`,
  )
}

function noteOf(c: Context): Note | null {
  const note = c.req.query('note') ?? ''
  return Object.hasOwn(NOTES, note) ? (note as Note) : null // checked in the condition before
}

const cardIn = (form: FormData): Card => CARDS.find(({ value }) => value === form.get('card'))?.value ?? 'refused'
