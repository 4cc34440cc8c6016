/** Tests the queues of password hashes: their length, their order, and requests that disconnect while they wait. */
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, it, vi } from 'vitest'
import { rateLimits } from '#drizzle/schema.ts'
import { type Browser, ORIGIN, PASSWORD } from './helpers/browser.ts'
import { login, startTestServer, type TestServer } from './helpers/server.ts'

const MAX = 4
const MAX_OF_SITE = 6
const env = { RATE_LIMITS: `login-failed=${MAX} login-failed-site=${MAX_OF_SITE}`, TRUST_PROXY: '1' }
let server: TestServer
let known: Browser
beforeEach(async () => {
  server = await startTestServer({ env })
  known = await server.signUp('anna@example.org')
})

const signIn = (from: string, email: string, browser = server.visitor, password = 'wrong wrong') =>
  browser.send('/api/auth/login', { ...login(email, password), headers: { 'x-forwarded-for': from } })

const flood = (count: number, from: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => signIn(from(i), `nobody${i}@example.org`))

it('with a full hashing queue, a sign-in gets 503 and Retry-After', async () => {
  const answers = await Promise.all(flood(100, (i) => `10.0.0.${i}`))
  const refused = answers.filter(({ status }) => status === 503)
  expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThan(30)
  expect(refused.length).toBeGreaterThan(50)
  expect(refused[0]?.headers.get('retry-after')).toBe('2')
})

it("a sign-in rejected by a full hashing queue doesn't count as a failed attempt", async () => {
  const strangers = flood(40, (i) => `10.0.0.${i}`)
  await vi.waitFor(() => expect(server.db.orm.select().from(rateLimits).all().length).toBeGreaterThan(40))
  const busy = await Promise.all(Array.from({ length: MAX + 1 }, () => signIn('10.1.0.1', 'other@example.org')))
  expect(busy.filter(({ status }) => status === 503).length).toBeGreaterThan(0)
  await Promise.all(strangers)
  expect((await signIn('10.1.0.1', 'other@example.org')).status).toBe(401)
})

it("in the hashing queue, a known browser's sign-in overtakes the sign-ins of unknown browsers", async () => {
  let answered = 0
  const strangers = flood(100, (i) => `10.0.0.${i}`).map((answer) =>
    answer.then(({ status }) => {
      if (status === 401) answered += 1
    }),
  )
  await sleep(0)
  const right = await signIn('10.9.0.1', 'anna@example.org', known, PASSWORD)
  const before = answered
  await Promise.all(strangers)
  expect([right.status, before < answered / 2]).toEqual([200, true])
})

it('a sign-in whose client disconnects leaves the hashing queue', async () => {
  const abort = new AbortController()
  const gone = Array.from({ length: 32 }, (_, i) =>
    server.app.request(`${ORIGIN}/api/auth/login`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${i}` },
      body: JSON.stringify({ email: `nobody${i}@example.org`, password: 'wrong wrong' }),
      signal: abort.signal,
    }),
  )
  await sleep(20)
  abort.abort()
  const statuses = (await Promise.all(gone)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 400).length).toBeGreaterThan(20)
})

it('failed attempts from an IPv6 /48 network block unknown browsers in that network', async () => {
  const from = (i: number) => `2001:db8:1:${i.toString(16)}::1`
  for (let i = 0; i < MAX_OF_SITE; i++) await signIn(from(i), `nobody${i}@example.org`)
  expect((await signIn(from(999), 'other@example.org')).status).toBe(429)
  expect(
    (await signIn('2001:db8:2::1', 'other@example.org')).status,
    'a sign-in from another network is answered',
  ).toBe(401)
  expect(
    (await signIn(from(998), 'anna@example.org', known, PASSWORD)).status,
    'a sign-in from a known browser is answered',
  ).toBe(200)
})
