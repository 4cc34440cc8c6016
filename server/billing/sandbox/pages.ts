/** The HTML of the checkout page and the portal page. The pages have no scripts. `hosted.ts` handles their forms. */

import { html, raw } from 'hono/html'
import { dollars, PLANS } from '#server/contract/plans/plans.ts'
import { DAY_SECONDS } from '#server/contract/time.ts'
import { STYLE } from './look.ts'
import type { Card, Contract, OpenedCheckout, Price } from './state.ts'

type Html = ReturnType<typeof html>

export const CARDS: readonly { value: Card; label: string }[] = [
  { value: 'pays', label: 'Test card •••• 4242 (pays)' },
  { value: 'fails-later', label: 'Test card •••• 0341 (declined later)' },
  { value: 'refused', label: 'Test card •••• 0002 (declined)' },
]

/** Messages about the last action. The key is in the page's URL. */
export const NOTES = {
  declined: 'Your card was declined. Choose another card.',
  saved: 'Card saved.',
  canceled: 'Your subscription will end, and nothing more will be charged.',
  resumed: 'Your subscription will continue.',
  switched: 'Plan changed.',
  paid: 'Invoice paid. Thank you.',
  skipped: 'Test clock moved forward.',
} as const

/** Key of a message in NOTES. */
export type Note = keyof typeof NOTES

export interface PageOptions {
  readonly brand: string
  readonly note: Note | null
}

/** Returns the checkout page. `now`: Unix seconds. */
export function checkoutPage(
  checkout: OpenedCheckout,
  price: Price,
  email: string | null,
  now: number,
  options: PageOptions,
): Html {
  const { session, trialDays } = checkout
  return layout('Checkout', options, [
    html`<section>
      <h1>${planName(price)}</h1>
      <p class="price">${amount(price)} <span>per ${price.recurring.interval}</span></p>
      ${
        trialDays > 0
          ? html`<p class="soft">${trialDays} days free. The first charge falls on ${date(now + trialDays * DAY_SECONDS)}; cancel before and pay nothing.</p>`
          : html`<p class="soft">Charged today, and every ${price.recurring.interval} until you cancel.</p>`
      }
      <dl><dt>Account</dt><dd>${email ?? ''}</dd><dt>Due today</dt><dd>${trialDays > 0 ? dollars(0) : amount(price)}</dd></dl>
    </section>`,
    html`<section>
      <form method="post">
        ${cardField('pays')}
        <label>Webhooks arrive
          <select name="delay"><option value="0">at once</option><option value="6">after 6 seconds</option><option value="60">after a minute</option></select>
        </label>
        <button type="submit">${trialDays > 0 ? 'Start trial' : 'Subscribe'}</button>
      </form>
      ${session.cancel_url ? html`<p class="small"><a href="${session.cancel_url}">Back to ${options.brand}</a></p>` : ''}
    </section>`,
  ])
}

export interface PortalContent {
  readonly email: string | null
  readonly returnUrl: string
  readonly contracts: readonly Contract[] // newest first
  readonly prices: readonly Price[]
}

/** Returns the customer portal, which can also move the sandbox's clock. `id`: the portal session's id. */
export function portalPage(id: string, content: PortalContent, options: PageOptions): Html {
  const { email, returnUrl, contracts, prices } = content
  return layout('Subscription', options, [
    html`<section><h1>Your subscription</h1><p class="soft">${email ?? ''}</p></section>`,
    ...contracts.map((contract) => contractSection(id, contract, otherPrice(prices, contract))),
    ...(contracts.length === 0 ? [html`<section><p class="soft">There is no subscription.</p></section>`] : []),
    html`<section>
      <h2>Move the clock</h2>
      <p class="soft small">Trials end, periods renew and cards are tried as if the days had passed.</p>
      <form method="post" action="/portal/${id}/skip" class="action">
        <div class="row">
          <label>Days <input type="number" name="days" value="8" min="1" max="800" required></label>
          <button type="submit" class="quiet">Skip ahead</button>
        </div>
      </form>
    </section>`,
    html`<section><a href="${returnUrl}">Return to ${options.brand}</a></section>`,
  ])
}

/** Returns a page with a message and, unless `back` is null, a link to `back`. */
export const messagePage = (title: string, text: string, back: string | null, options: PageOptions): Html =>
  layout(title, options, [
    html`<section><h1>${title}</h1><p class="soft">${text}</p></section>`,
    ...(back ? [html`<section><a href="${back}">Back to ${options.brand}</a></section>`] : []),
  ])

export const otherPrice = (prices: readonly Price[], { subscription }: Contract): Price | undefined =>
  prices.find(({ id }) => id !== subscription.items.data[0].price.id)

function contractSection(id: string, { subscription, card }: Contract, other: Price | undefined): Html {
  const item = subscription.items.data[0]
  const { status } = subscription
  const hidden = html`<input type="hidden" name="subscription" value="${subscription.id}">`
  const form = (action: string, content: Html): Html =>
    html`<form method="post" action="/portal/${id}/${action}" class="action">${hidden}${content}</form>`
  const heading = html`<h2>${planName(item.price)} <span class="badge ${raw(BADGES[status] ?? 'off')}">${status.replace('_', ' ')}</span></h2>`
  if (!(status in BADGES))
    return html`<section>${heading}<p class="soft">Ended on ${date(subscription.ended_at ?? 0)}.</p></section>`
  return html`<section>
    ${heading}
    <p class="soft">${outlook(subscription)}</p>
    ${status === 'past_due' ? form('pay', html`${cardField(card)}<button type="submit" style="margin-top:20px">Pay ${amount(item.price)}</button>`) : ''}
    ${status === 'past_due' ? '' : form('card', html`<div class="row">${cardField(card)}<button type="submit" class="quiet">Save card</button></div>`)}
    ${other && status !== 'past_due' && subscription.cancel_at === null ? form('switch', html`<button type="submit" class="quiet">Switch to ${planName(other)}</button>`) : ''}
    ${
      subscription.cancel_at === null
        ? form('cancel', html`<button type="submit" class="danger">Cancel subscription</button>`)
        : form('resume', html`<button type="submit">Resume</button>`)
    }
  </section>`
}

/** Style of the badge for each status of a running subscription. */
const BADGES: Readonly<Record<string, string>> = { active: 'on', trialing: 'on', past_due: 'late' }

function outlook(subscription: Contract['subscription']): string {
  const { price, current_period_end: end } = subscription.items.data[0]
  if (subscription.cancel_at !== null) return `Ends on ${date(subscription.cancel_at)}. Nothing more will be charged.`
  if (subscription.status === 'past_due') return 'The last payment failed. Please pay, or choose another card.'
  if (subscription.status === 'trialing')
    return `Free until ${date(end)}, then ${amount(price)} per ${price.recurring.interval}.`
  return `Renews on ${date(end)} for ${amount(price)}.`
}

const cardField = (chosen: Card): Html =>
  html`<label>Card
    <select name="card" required>
      ${CARDS.map(({ value, label }) => html`<option value="${value}" ${raw(value === chosen ? 'selected' : '')}>${label}</option>`)}
    </select>
  </label>`

const planName = (price: Price): string =>
  PLANS.find((plan) => plan.id === (price.recurring.interval === 'month' ? 'monthly' : 'yearly'))?.name ?? price.id

const amount = (price: Price): string => dollars(price.unit_amount ?? 0)

const date = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })

const layout = (title: string, { brand, note }: PageOptions, sections: Html[]): Html =>
  html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · Sandbox · ${brand}</title>
    <style>${raw(STYLE)}</style>
  </head>
  <body>
    <div class="band">Sandbox — no real money</div>
    <main>
      <header><strong>${brand}</strong><span class="soft small">Test payments</span></header>
      <div class="card">
        ${note ? html`<p class="note ${raw(note === 'declined' ? 'bad' : 'good')}" role="${raw(note === 'declined' ? 'alert' : 'status')}">${NOTES[note]}</p>` : ''}
        ${sections}
      </div>
    </main>
  </body>
</html>`
