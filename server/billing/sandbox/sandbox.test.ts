import { describe, expect, it } from 'vitest'
import { open, order, START, subscribed } from './fixtures/customers.ts'
import { end } from './life.ts'
import type { Sandbox } from './sandbox.ts'

describe("the sandbox called by Stripe's SDK", () => {
  it("the sandbox lists all subscriptions, even if they don't fit on one page", async () => {
    const sandbox = await open()
    const customer = await subscribed(sandbox)
    const contract = Object.values(sandbox.world.contracts)[0]!
    end(sandbox.world, contract, START)
    for (let i = 0; i < 230; i++)
      sandbox.world.contracts[`sub_${i}`] = { ...contract, subscription: { ...contract.subscription, id: `sub_${i}` } }
    const all = await sandbox.provider.listSubscriptions(customer)
    expect(all.ok && new Set(all.value.map(({ id }) => id)).size).toBe(231)
  })

  it('expiring an expired or completed checkout succeeds', async () => {
    const sandbox = await open()
    const customer = await subscribed(sandbox)
    const { id } = await sandbox.provider.openCheckout(order(customer, { after: 'x' }))
    await sandbox.provider.expireCheckout(id)
    await sandbox.provider.expireCheckout(id)
    const all = await sandbox.provider.listCheckouts(customer)
    expect(all.map(({ open }) => open)).toEqual([false, false])
    for (const checkout of all) await sandbox.provider.expireCheckout(checkout.id)
    expect(Object.values(sandbox.world.checkouts).map(({ session }) => session.status)).toEqual(['complete', 'expired'])
  })
})

describe('the sandbox over HTTP', () => {
  const post = (sandbox: Sandbox, path: string, body: string, key = sandbox.secretKey) =>
    fetch(new URL(path, sandbox.apiBase), {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })

  it('the sandbox rejects a request with a wrong API key', async () => {
    const sandbox = await open()
    expect((await post(sandbox, '/v1/customers', 'email=a', 'sk_test_other')).status).toBe(401)
  })

  it.each([
    ['/v1/checkout/sessions', 'mode=subscription', 'Missing required param: success_url.'],
    ['/v1/checkout/sessions', 'mode=payment', 'The sandbox sells subscriptions only.'],
    [
      '/v1/checkout/sessions',
      'mode=subscription&success_url=http://x&line_items[0][price]=price_x',
      "No such price: 'price_x'",
    ],
    ['/v1/billing_portal/sessions', 'customer=cus_x', "No such customer: 'cus_x'"],
  ])("the sandbox answers a POST to %s with the invalid body '%s' with an error", async (path, body, message) => {
    const response = await post(await open(), path, body)
    expect(response.status).toBe(400)
    expect(((await response.json()) as { error: { message: string } }).error.message).toBe(message)
  })

  it('the sandbox returns an API error for an unknown path', async () => {
    const response = await post(await open(), '/v1/refunds', '')
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json'])
  })
})
