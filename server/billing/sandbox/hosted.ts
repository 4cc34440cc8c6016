/** The pages a browser is sent to: checkout and portal. Whoever knows a page's unguessable id may use it, as at Stripe. */
import { type Context, Hono } from 'hono'
import { changeCard, complete, isOver, pay, setCancelling } from './life.ts'
import { CARDS, checkoutPage, messagePage, NOTES, type Note, type PageOptions, portalPage } from './pages.ts'
import type { Card, Contract, PortalVisit, SandboxState } from './state.ts'

/** What the hosted pages work on. */
export interface HostedOptions {
  readonly world: SandboxState
  readonly brand: string
  /** Unix seconds. */
  readonly now: () => number
  /** Stores the state and delivers its new events. */
  readonly changed: () => void
  /** Moves the clock; resolves when the events of those days are delivered. */
  readonly skip: (days: number) => Promise<void>
  /** 'http://127.0.0.1:<port>' */
  readonly origin: () => string
}

/**
 * Returns the app of the checkout pages (/pay/:id) and the portal pages (/portal/:id). Requests from other origins are
 * refused with 403.
 */
export function hostedPages({ world, brand, now, changed, skip, origin }: HostedOptions): Hono {
  const app = new Hono()

  app.use(async (c, next) => {
    // first, so that whatever answers has them
    c.header('cache-control', 'no-store')
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'same-origin')
    c.header('cross-origin-opener-policy', 'same-origin')
    c.header('cross-origin-resource-policy', 'same-origin')
    leadsTo(c, null)
    const foreign = c.req.method === 'POST' && c.req.header('origin') !== origin()
    // a name that leads here by DNS is not us
    if (c.req.header('host') !== new URL(origin()).host || foreign) return c.text('This page is not for you.', 403)
    return next()
  })

  app.get('/pay/:id', (c) => {
    const checkout = world.checkouts[c.req.param('id')]
    if (!checkout) return notFound(c)
    const { session } = checkout
    const price = world.prices[checkout.priceId]
    if (session.status !== 'open' || !price) {
      const over =
        session.status === 'complete' ? 'This checkout is completed.' : 'This checkout has expired. Please start again.'
      return c.html(messagePage('Checkout', over, session.cancel_url, options(null)))
    }
    leadsTo(c, session.success_url)
    const email = world.customers[session.customer]?.email ?? null
    return c.html(checkoutPage(checkout, price, email, now(), options(noteOf(c))))
  })

  app.post('/pay/:id', async (c) => {
    const checkout = world.checkouts[c.req.param('id')]
    if (checkout?.session.status !== 'open') return notFound(c)
    const form = await c.req.formData()
    const before = world.events.length
    if (!complete(world, checkout, cardIn(form), now())) return c.redirect(`${c.req.path}?note=declined`, 303)
    for (const event of world.events.slice(before)) event.nextAt += Number(form.get('delay')) || 0
    changed()
    return c.redirect(checkout.session.success_url ?? '/', 303)
  })

  app.get('/portal/:id', (c) => {
    const visit = world.portals[c.req.param('id')]
    if (!visit) return notFound(c)
    const contracts = contractsOf(visit).sort((a, b) => Number(isOver(a)) - Number(isOver(b)))
    const email = world.customers[visit.customer]?.email ?? null
    return c.html(portalPage(visit.id, { email, returnUrl: visit.returnUrl, contracts }, options(noteOf(c))))
  })

  app.post('/portal/:id/:action', async (c) => {
    const visit = world.portals[c.req.param('id')]
    if (!visit) return notFound(c)
    const form = await c.req.formData()
    const note = await act(visit, c.req.param('action'), form)
    if (!note) return notFound(c)
    changed()
    return c.redirect(`/portal/${visit.id}?note=${note}`, 303)
  })

  app.notFound(notFound)
  return app

  async function act(visit: PortalVisit, action: string, form: FormData): Promise<Note | null> {
    if (action === 'skip') {
      const days = Number(form.get('days'))
      if (!Number.isInteger(days) || days < 1 || days > 800) return null
      await skip(days)
      return 'skipped'
    }
    const contract = contractsOf(visit).find(({ subscription }) => subscription.id === form.get('subscription'))
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

  function contractsOf(visit: PortalVisit): Contract[] {
    const all = Object.values(world.contracts).filter(({ subscription }) => subscription.customer === visit.customer)
    return all.reverse()
  }

  function options(note: Note | null): PageOptions {
    return { brand, note }
  }

  function notFound(c: Context): Response | Promise<Response> {
    return c.html(messagePage('Not found', 'There is nothing here, or not any more.', null, options(null)), 404)
  }
}

/** A form's redirect counts as its target, so the page we lead to after payment must be allowed by name. */
function leadsTo(c: Context, url: string | null): void {
  const target = url ? ` ${new URL(url).origin}` : ''
  c.header(
    'content-security-policy',
    `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'${target}; base-uri 'none'; frame-ancestors 'none'`,
  )
}

function noteOf(c: Context): Note | null {
  const note = c.req.query('note') ?? ''
  return Object.hasOwn(NOTES, note) ? (note as Note) : null // just checked
}

const cardIn = (form: FormData): Card => CARDS.find(({ value }) => value === form.get('card'))?.value ?? 'refused'
