import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, open } from './fixtures/customers.ts'
import type { Sandbox } from './sandbox.ts'

afterEach(closeAll)

describe('HTTP requests', () => {
  const post = (sandbox: Sandbox, path: string, body: string, key = sandbox.secretKey) =>
    fetch(new URL(path, sandbox.apiBase), {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })

  it('refuses a wrong key', async () => {
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
  ])('refuses %s with %s', async (path, body, message) => {
    const response = await post(await open(), path, body)
    expect(response.status).toBe(400)
    expect(((await response.json()) as { error: { message: string } }).error.message).toBe(message)
  })

  it('responds to an unknown path with an API error', async () => {
    const response = await post(await open(), '/v1/refunds', '')
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json'])
  })
})
