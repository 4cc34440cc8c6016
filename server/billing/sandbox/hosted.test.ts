import { request } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY, open, order, START } from './fixtures/customers.ts'
import type { Sandbox } from './sandbox.ts'

const SHOP = 'http://127.0.0.1:3000'

let sandbox: Sandbox
let customer: string
let seconds: number
beforeEach(async () => {
  seconds = START
  sandbox = await open({ brand: 'Mid & <b>ground</b>', now: () => seconds * 1000 })
  customer = await sandbox.provider.createCustomer({ userId: 'u1', email: '"><script>@x.org' }, null)
})

async function checkoutUrl(trialDays = 7, priceId = 'price_year'): Promise<string> {
  const after = String(Object.keys(sandbox.world.checkouts).length)
  const { url } = await sandbox.provider.openCheckout(order(customer, { trialDays, priceId, after }))
  return url ?? ''
}

const submit = (url: string | URL, fields: Record<string, string>, origin: string | null = sandbox.apiBase.origin) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: origin === null ? {} : { origin },
    body: new URLSearchParams(fields),
  })

const words = async (url: string | URL): Promise<string> =>
  (await (await fetch(url)).text()).replace(/<style>.*<\/style>/s, '')
const contracts = () => Object.values(sandbox.world.contracts)

describe('the checkout page', () => {
  it('the checkout page shows "test mode", the price and the date of the charge', async () => {
    const page = await words(await checkoutUrl())
    expect(page).toContain('Sandbox — no real money')
    expect(page).toContain('Yearly Pro')
    expect(page).toContain('$49.99')
    expect(page).toContain('The first charge falls on 22 January 2027')
    expect(page).toMatch(/<button[^>]*>Start trial<\/button>/)
    const withoutTrial = await words(await checkoutUrl(0, 'price_month'))
    expect(withoutTrial).toContain('$4.99')
    expect(withoutTrial).toMatch(/<button[^>]*>Subscribe<\/button>/)
  })

  it('the checkout page escapes HTML in names', async () => {
    const page = await words(await checkoutUrl())
    expect(page).not.toContain('<script>')
    expect(page).not.toContain('<b>ground')
  })

  it.each(['refused', '', 'gold'])(
    'after the card "%s" is declined, the checkout can still be completed',
    async (card) => {
      const url = await checkoutUrl()
      const response = await submit(url, { card })
      const back = new URL(response.headers.get('location') ?? '', url)
      expect(await words(back)).toContain('Your card was declined.')
      expect(contracts()).toEqual([])
      expect((await submit(url, { card: 'pays' })).status).toBe(303)
    },
  )

  it('a second completion of a checkout is rejected', async () => {
    const url = await checkoutUrl()
    await submit(url, { card: 'pays' })
    expect((await submit(url, { card: 'pays' })).status).toBe(404)
    expect(contracts()).toHaveLength(1)
    expect(await words(url)).toContain('This checkout is already complete.')
  })

  it('a checkout expires after a day', async () => {
    const url = await checkoutUrl()
    seconds += DAY
    expect(await words(url)).toContain('This checkout has expired.')
    expect((await submit(url, { card: 'pays' })).status).toBe(404)
  })
})

describe('the billing portal', () => {
  let portal: string
  beforeEach(async () => {
    await submit(await checkoutUrl(), { card: 'fails-later' })
    portal = await sandbox.provider.openPortal(customer, `${SHOP}/custom-editor`)
  })

  const click = async (action: string, fields: Record<string, string> = {}): Promise<string> => {
    const id = contracts()[0]!.subscription.id
    const response = await submit(`${portal}/${action}`, { subscription: id, ...fields })
    return response.status === 303
      ? words(new URL(response.headers.get('location') ?? '', portal))
      : String(response.status)
  }

  it('the portal switches a trial to the other plan without charging the card', async () => {
    expect(await words(portal)).toMatch(/<button[^>]*>Switch to Monthly Pro<\/button>/)
    expect(await click('switch')).toContain('Plan changed.')
    expect(contracts()[0]!.subscription.items.data[0]).toMatchObject({
      price: { id: 'price_month' },
      current_period_end: START + 7 * DAY,
    })
    expect(await words(portal)).toMatch(/<button[^>]*>Switch to Yearly Pro<\/button>/)
  })

  it('the portal switches a paid subscription only after charging the card', async () => {
    await click('card', { card: 'pays' })
    await click('skip', { days: '8' })
    await click('card', { card: 'fails-later' })
    expect(await click('switch')).toContain('Your card was declined.')
    await click('card', { card: 'pays' })
    expect(await click('switch')).toContain('Plan changed.')
    const { price, current_period_start, current_period_end } = contracts()[0]!.subscription.items.data[0]
    expect([price.id, current_period_start, current_period_end]).toEqual(['price_month', START, START + 31 * DAY])
  })

  it('the portal charges an unpaid invoice to a valid card, not to a declined card', async () => {
    expect(await click('skip', { days: '8' })).toMatch(/<button[^>]*>Pay \$49\.99<\/button>/)
    expect(contracts()[0]!.subscription.status).toBe('past_due')
    expect(await click('pay', { card: 'fails-later' })).toContain('Your card was declined.')
    expect(await click('pay', { card: 'pays' })).toContain('Invoice paid. Thank you.')
    expect(contracts()[0]!.subscription.status).toBe('active')
  })

  it('the portal saves only valid cards', async () => {
    expect(await click('card', { card: 'pays' })).toContain('Card saved.')
    expect(await click('card', { card: 'refused' })).toContain('Your card was declined.')
    expect(contracts()[0]!.card).toBe('pays')
  })

  it("the portal rejects a change to another customer's subscription", async () => {
    const other = await sandbox.provider.createCustomer({ userId: 'u2', email: 'b@x.org' }, null)
    portal = await sandbox.provider.openPortal(other, SHOP)
    expect(await words(portal)).toContain('There is no subscription.')
    expect(await click('cancel')).toBe('404')
    expect(contracts()[0]!.subscription.cancel_at).toBeNull()
  })
})

describe('requests from strangers to the sandbox', () => {
  it.each(['/', '/pay/cs_test_guess', '/portal/bps_guess'])('a stranger gets 404 at %s', async (path) => {
    expect((await fetch(new URL(path, sandbox.apiBase))).status).toBe(404)
  })

  it.each([null, 'https://evil.example', 'null', SHOP])('a form post from origin %s is rejected', async (origin) => {
    expect((await submit(await checkoutUrl(), { card: 'pays' }, origin)).status).toBe(403)
    expect(contracts()).toEqual([])
  })

  it('a request with a foreign Host header gets 403', async () => {
    const { port, pathname } = new URL(await checkoutUrl())
    const status = await new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path: pathname, headers: { host: `evil.example:${port}` } }
      request(options, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(403)
  })
})

describe("sandbox addresses that don't exist", () => {
  const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', '%00', '..%2f', 'nothing']
  it.each(NAMES.flatMap((name) => [`/pay/${name}`, `/portal/${name}`]))(
    'the sandbox answers the address %s with 404',
    async (path) => {
      expect((await fetch(new URL(path, sandbox.apiBase))).status).toBe(404)
      expect((await submit(new URL(path, sandbox.apiBase), { card: 'pays' })).status).toBe(404)
      expect((await submit(new URL(`${path}/skip`, sandbox.apiBase), { days: '1' })).status).toBe(404)
    },
  )

  it.each(NAMES)("the sandbox's API does not find the id %s", async (name) => {
    for (const kind of ['customers', 'prices', 'checkout/sessions', 'subscriptions']) {
      const headers = { authorization: `Bearer ${sandbox.secretKey}` }
      expect((await fetch(new URL(`/v1/${kind}/${name}`, sandbox.apiBase), { headers })).status).toBe(404)
    }
  })
})

it('every response has the security headers, including rejections and redirects', async () => {
  const pay = await checkoutUrl()
  const answers = [
    await fetch(pay),
    await fetch(new URL('/pay/nothing', sandbox.apiBase)),
    await fetch(new URL('/', sandbox.apiBase)),
    await submit(pay, { card: 'pays' }, 'https://evil.example'),
    await submit(pay, { card: 'pays' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 403, 303])
  for (const { headers } of answers)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
})
