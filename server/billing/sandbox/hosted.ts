/** The checkout page and the portal page. As with Stripe, anybody who knows a page's secret id may use it. */
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { changeCard, complete, isOver, pay, setCanceling, switchPrice } from './life.ts'
import { CARDS, checkoutPage, messagePage, NOTES, type Note, otherPrice, portalPage } from './pages.ts'
import type { Card, Contract, OpenedCheckout, PortalVisit, SandboxContext, SandboxState } from './state.ts'

/** An error with a message that is shown on a separate page. */
class PageError extends Error {
  readonly status: ContentfulStatusCode
  readonly title: string

  constructor(status: ContentfulStatusCode, title: string, message: string) {
    super(message)
    this.status = status
    this.title = title
  }
}

const notFound = () => new PageError(404, 'Not found', 'Page not found.')

/** Returns the app of the checkout and portal pages. Requests from other origins get 403. */
export function hostedPages(options: SandboxContext): Hono {
  const { brand } = options
  const { checkouts, portals } = options.world
  const app = new Hono()
  app.use(guard(options.origin))
  app.get('/pay/:id', (c) => showCheckout(c, options, requireFound(checkouts[c.req.param('id')])))
  app.post('/pay/:id', (c) => payCheckout(c, options, requireFound(checkouts[c.req.param('id')])))
  app.get('/portal/:id', (c) => showPortal(c, options, requireFound(portals[c.req.param('id')])))
  app.post('/portal/:id/:action', (c) =>
    usePortal(c, options, requireFound(portals[c.req.param('id')]), c.req.param('action')),
  )
  app.all('*', () => {
    throw notFound()
  })
  app.onError((error, c) => {
    if (!(error instanceof PageError)) throw error
    return c.html(messagePage(error.title, error.message, null, { brand, note: null }), error.status)
  })
  return app
}

/** Returns the value. @throws {PageError} with status 404 if it is undefined */
function requireFound<T>(found: T | undefined): T {
  if (found === undefined) throw notFound()
  return found
}

/** Sets the security headers of every response. Returns 403 for other host names and for forms of other origins. */
const guard =
  (origin: SandboxContext['origin']): MiddlewareHandler =>
  async (c, next) => {
    c.header('cache-control', 'no-store')
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'same-origin')
    c.header('cross-origin-opener-policy', 'same-origin')
    c.header('cross-origin-resource-policy', 'same-origin')
    allowFormTarget(c, null)
    const foreign = c.req.method === 'POST' && c.req.header('origin') !== origin()
    // other host names may resolve to this address (DNS rebinding)
    if (c.req.header('host') !== new URL(origin()).host || foreign)
      return c.text('You don’t have access to this page.', 403)
    return next()
  }

/** Adds the redirect's target to `form-action`, because browsers apply that directive to redirects too. */
function allowFormTarget(c: Context, url: string | null): void {
  const target = url ? ` ${new URL(url).origin}` : ''
  c.header(
    'content-security-policy',
    `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'${target}; base-uri 'none'; frame-ancestors 'none'`,
  )
}

function showCheckout(c: Context, { world, brand, now }: SandboxContext, checkout: OpenedCheckout) {
  const { session } = checkout
  const price = world.prices[checkout.priceId]
  if (session.status !== 'open' || !price) {
    const reason = session.status === 'complete' ? 'is already complete.' : 'has expired. Please start again.'
    return c.html(messagePage('Checkout', `This checkout ${reason}`, session.cancel_url, { brand, note: null }))
  }
  allowFormTarget(c, session.success_url)
  const email = world.customers[session.customer]?.email ?? null
  return c.html(checkoutPage(checkout, price, email, now(), { brand, note: noteOf(c) }))
}

async function payCheckout(c: Context, { world, now, changed }: SandboxContext, checkout: OpenedCheckout) {
  if (checkout.session.status !== 'open') throw notFound()
  const form = await formOf(c)
  const before = world.events.length
  if (!complete(world, checkout, cardIn(form), now())) return c.redirect(`${c.req.path}?note=declined`, 303)
  const delay = Number(form.get('delay'))
  for (const event of world.events.slice(before)) event.nextAt += Number.isFinite(delay) ? delay : 0
  changed()
  return c.redirect(checkout.session.success_url ?? '/', 303)
}

function showPortal(c: Context, { world, brand }: SandboxContext, { id, customer, returnUrl }: PortalVisit) {
  const contracts = contractsOf(world, customer).sort((a, b) => Number(isOver(a)) - Number(isOver(b)))
  const email = world.customers[customer]?.email ?? null
  return c.html(
    portalPage(id, { email, returnUrl, contracts, prices: Object.values(world.prices) }, { brand, note: noteOf(c) }),
  )
}

async function usePortal(c: Context, options: SandboxContext, { id, customer }: PortalVisit, action: string) {
  const form = await formOf(c)
  const note = action === 'skip' ? await skipDays(options, form) : performAction(options, customer, action, form)
  options.changed()
  return c.redirect(`/portal/${id}?note=${note}`, 303)
}

/**
 * Moves the clock by the form's number of days and returns the key of a message. @throws {PageError} unless the number
 * is 1 to 800
 */
async function skipDays({ skip }: SandboxContext, form: FormData): Promise<Note> {
  const days = Number(form.get('days'))
  if (!Number.isInteger(days) || days < 1 || days > 800) throw notFound()
  await skip(days)
  return 'skipped'
}

/**
 * Performs the form's action and returns the key of a message. @throws {PageError} for another customer's or an ended
 * subscription, or an unknown action
 */
function performAction({ world, now }: SandboxContext, customer: string, action: string, form: FormData): Note {
  const isNamed = ({ subscription }: Contract) => subscription.id === form.get('subscription')
  const contract = requireFound(contractsOf(world, customer).find(isNamed))
  if (isOver(contract)) throw notFound()
  switch (action) {
    case 'cancel':
      setCanceling(world, contract, true, now())
      return 'canceled'
    case 'resume':
      setCanceling(world, contract, false, now())
      return 'resumed'
    case 'card':
      return changeCard(world, contract, cardIn(form), now()) ? 'saved' : 'declined'
    case 'switch': {
      const price = requireFound(otherPrice(Object.values(world.prices), contract))
      return switchPrice(world, contract, price, now()) ? 'switched' : 'declined'
    }
    case 'pay':
      return changeCard(world, contract, cardIn(form), now()) && pay(world, contract, now()) ? 'paid' : 'declined'
    default:
      throw notFound()
  }
}

/** Returns the customer's subscriptions, the newest first. */
const contractsOf = (world: SandboxState, customer: string): Contract[] =>
  Object.values(world.contracts)
    .filter(({ subscription }) => subscription.customer === customer)
    .reverse()

/** Returns the form in the request's body. @throws {PageError} if the body is not a form */
const formOf = (c: Context): Promise<FormData> =>
  c.req.formData().catch(() => {
    throw new PageError(400, 'No form', 'This page accepts form submissions only.')
  })

function noteOf(c: Context): Note | null {
  const note = c.req.query('note') ?? ''
  return Object.hasOwn(NOTES, note) ? (note as Note) : null // the condition has checked the type
}

const cardIn = (form: FormData): Card => CARDS.find(({ value }) => value === form.get('card'))?.value ?? 'refused'
