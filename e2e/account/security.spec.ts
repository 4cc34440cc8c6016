/** Simulates attacks from other sites and accounts, with a real browser and cookie. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { become, expect, openMenu, PASSWORD, signUp, stored, test } from '../support/checkoutPage.ts'

/** Serves the attacker's page from a different origin on this machine. */
let stranger: Server
let foreign: string
test.beforeAll(async () => {
  stranger = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>A stranger</title><body></body>'),
  )
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  foreign = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
})
test.afterAll(() => {
  stranger.close()
})

/** Requests of the attacker's page. Each would succeed if a page of this site sent it. */
const ATTACKS: [path: string, body: object][] = [
  ['/api/auth/logout', {}],
  ['/api/auth/password/change', { current: PASSWORD, next: 'taken over 42' }],
  ['/api/trial-images/consent', { consented: false }],
  ['/api/checkout', { priceId: 'price_yearly' }],
  ['/api/billing/sync', {}],
  ['/api/billing/cancel-trial', {}],
]

test('the server ignores requests from a page on another origin', async ({ page, server }) => {
  const attacker = await signUp(page)
  const email = await become(page, server, 'free')
  const before = stored(server, email)
  const attacks = [...ATTACKS, ['/api/auth/login', { email: attacker, password: PASSWORD }] as const]
  await page.goto(foreign)
  let arrived = 0
  page.on('request', (request) => {
    if (request.url().startsWith(`${server.origin}/api`) && request.method() === 'POST') arrived++
  })
  for (const [path, body] of attacks)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
      await page.evaluate(
        ({ url, type, body }) =>
          fetch(url, {
            method: 'POST',
            mode: 'no-cors',
            credentials: 'include',
            headers: { 'content-type': type },
            body,
          })
            .then(() => null)
            .catch(() => null), // `fetch` may reject, because the response is hidden from other origins
        { url: server.origin + path, type, body: JSON.stringify(body) },
      )
  expect(arrived).toBe(attacks.length * 2)
  expect(stored(server, email)).toEqual(before)
  await page.goto(server.origin)
  await openMenu(page)
  await expect(page.getByRole('menu')).toContainText(email)
  const ours = (path: string, body?: object) =>
    page.evaluate(
      async ([url, json]) => {
        const init = json ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: json } : {}
        return (await fetch(url, init)).text()
      },
      [path, body ? JSON.stringify(body) : ''] as const,
    )
  expect(await ours('/api/trial-images/consent')).toContain('"consented":true')
  expect(await ours('/api/auth/login', { email, password: PASSWORD })).toContain(email)
})

test("a page on another origin can't read responses or show the site in a frame", async ({ page, server }) => {
  await become(page, server, 'pro')
  await page.goto(foreign)
  for (const path of ['/api/profile', '/api/account/export', '/api/auth/session'])
    expect(
      await page.evaluate(
        (url) =>
          fetch(url, { credentials: 'include' })
            .then((answer) => answer.text())
            .catch(() => 'refused'),
        server.origin + path,
      ),
      path,
    ).toBe('refused')
  await page.evaluate((url) => {
    const frame = document.createElement('iframe')
    frame.src = url
    document.body.append(frame)
  }, server.origin)
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-error://'))).toBe(true)
})
