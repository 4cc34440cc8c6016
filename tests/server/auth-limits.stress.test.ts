/** Tests the rate limits per network address and per account. */
import { beforeEach, describe, expect, it } from 'vitest'
import { usage } from '#drizzle/schema.ts'
import { RULES } from '#server/config/rate-limits.ts'
import { type Browser, PASSWORD } from './helpers/browser.ts'
import { code, login, NEW_PASSWORD, startTestServer, type TestServer } from './helpers/server.ts'

const CHANGE = { current: PASSWORD, next: NEW_PASSWORD }
const MAX = 4
const NARROW = { RATE_LIMITS: `login-failed=${MAX}` }

it('too many sign-ins from a network address get 429 without hashing a password', async () => {
  const server = await startTestServer({ env: NARROW })
  const tries: Response[] = []
  for (let i = 0; i <= MAX; i++) tries.push(await server.visitor.send('/api/auth/login', login('nobody@example.org')))
  expect(tries.slice(0, MAX).every(({ status }) => status === 401)).toBe(true)
  expect([tries[MAX]?.status, tries[MAX]?.headers.get('retry-after')]).toEqual([429, '900'])
  server.clock.ms += 900_000
  expect((await server.visitor.send('/api/auth/login', login('nobody@example.org'))).status).toBe(401)
})

describe('an account whose password is guessed from many network addresses', () => {
  const env = { RATE_LIMITS: 'on', TRUST_PROXY: '1', SMTP_HOST: '127.0.0.1', SMTP_FROM: 'a@example.org' }
  const anna = 'anna@example.org'
  const mails: { to: string; email: { subject: string; text: string } }[] = []
  let server: TestServer
  let signIn: (from: string, password?: string, browser?: Browser, email?: string) => Promise<Response>
  beforeEach(async () => {
    mails.length = 0
    server = await startTestServer({ env: { ...env, REQUIRE_VERIFIED_EMAIL: 'off' }, mails: mails as never })
    signIn = (from, password = PASSWORD, browser = server.visitor, email = anna) =>
      browser.send('/api/auth/login', { ...login(email, password), headers: { 'x-forwarded-for': from } })
  })

  const reset = async (browser: Browser) => {
    await browser.post('/api/auth/password/forgot', { email: anna })
    await server.outbox.flush()
    const token = /reset-password=([\w-]+)/.exec(mails.at(-1)?.email.text ?? '')?.[1]
    return browser.post('/api/auth/password/reset', { token, password: NEW_PASSWORD })
  }

  const attack = async (guesses: number, email = anna, wave = 0) => {
    const from = (i: number) => `10.${wave}.${i >> 8}.${i & 255}`
    const guess = (_: unknown, i: number) => signIn(from(i), 'wrong wrong', undefined, email)
    const answers = await Promise.all(Array.from({ length: guesses }, guess))
    return answers.map(({ status }) => status)
  }

  it('the server checks only 20 of 60 simultaneous password guesses', async () => {
    await server.signUp(anna)
    const statuses = await attack(60)
    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40)
    const right = await signIn('10.9.0.1')
    expect([right.status, right.headers.get('retry-after'), await code(right)]).toEqual([429, '3600', 'guarded'])
  })

  it('the server checks at most 60 password guesses per account in six hours', async () => {
    await server.signUp(anna)
    let checked = 0
    for (let hour = 0; hour < 6; hour++) {
      checked += (await attack(30, anna, hour)).filter((status) => status === 401).length
      server.clock.ms += 3_600_000
    }
    expect(checked).toBe(60)
  })

  it('password guesses for a missing account get the same responses', async () => {
    const statuses = await attack(60, 'nobody@example.org')
    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
    await server.outbox.flush()
    expect(mails).toEqual([])
  })

  it('the owner of an attacked account signs in from a known browser', async () => {
    const known = await server.signUp(anna)
    await known.post('/api/auth/logout')
    await attack(60)
    expect((await signIn('10.9.0.1', PASSWORD, known)).status).toBe(200)
  })

  it('password guesses from a known browser are limited', async () => {
    const known = await server.signUp(anna)
    const statuses: number[] = []
    for (let i = 0; i < 25; i++) statuses.push((await signIn(`10.8.0.${i}`, 'wrong wrong', known)).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
    expect((await signIn('10.8.1.1')).status, 'others are not affected').toBe(200)
  })

  it('all known browsers of an account share one limit of attempts', async () => {
    const browsers = [await server.signUp(anna), server.visitor]
    expect((await signIn('10.7.0.1', PASSWORD, browsers[1])).status).toBe(200)
    const statuses: number[] = []
    for (let i = 0; i < 24; i++) statuses.push((await signIn(`10.8.0.${i}`, 'wrong wrong', browsers[i % 2])).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
  })

  it('only the 10 newest browsers count as known browsers of an account', async () => {
    const first = await server.signUp(anna)
    const second = server.visitor
    for (const browser of [second, second, ...Array.from({ length: 9 }, () => server.visitor)])
      expect((await signIn('10.7.0.1', PASSWORD, browser)).status).toBe(200)
    await attack(60)
    expect((await signIn('10.9.0.1', PASSWORD, first)).status).toBe(429)
    expect((await signIn('10.9.0.2', PASSWORD, second)).status).toBe(200)
  })

  it.each([
    ['a changed password', (owner: Browser) => owner.post('/api/auth/password/change', CHANGE)],
    ['signing out everywhere', (owner: Browser) => owner.post('/api/auth/logout-everywhere')],
    ['a reset password', reset],
  ])('after %s, at most the browser of that request is a known browser', async (name, change) => {
    const owner = await server.signUp(anna)
    const other = server.visitor
    expect((await signIn('10.7.0.1', PASSWORD, other)).status).toBe(200)
    expect((await change(owner)).status).toBe(204)
    await attack(60)
    const password = name === 'signing out everywhere' ? PASSWORD : NEW_PASSWORD
    expect((await signIn('10.9.0.1', password, other)).status).toBe(429)
    const isKnown = name !== 'signing out everywhere'
    expect((await signIn('10.9.0.2', password, owner)).status).toBe(isKnown ? 200 : 429)
  })

  it("a known browser of one account isn't a known browser of another account", async () => {
    await server.signUp(anna)
    const stranger = await server.signUp('eve@example.org')
    await attack(60)
    expect((await signIn('10.9.0.1', PASSWORD, stranger)).status).toBe(429)
  })

  it('the owner of an attacked account gets one email a day', async () => {
    await server.signUp(anna)
    await attack(60)
    await attack(30, anna, 1)
    await server.outbox.flush()
    expect(mails.map(({ to, email }) => [to, email.subject])).toEqual([
      [anna, 'Failed sign-in attempts on your Midground account'],
    ])
    const fresh = server.visitor
    expect((await reset(fresh)).status).toBe(204)
    expect((await signIn('10.9.0.1', NEW_PASSWORD, fresh)).status).toBe(200)
    expect((await signIn('10.9.0.2', NEW_PASSWORD)).status, 'a browser without a device cookie').toBe(429)
  })
})

it('the log of a sign-in has the account and the network address, not the email address', async () => {
  const logLines: string[] = []
  const server = await startTestServer({ logLines, env: { TRUST_PROXY: '1' } })
  const { id: account } = await server.signUp('anna@example.org')
  const headers = { 'x-forwarded-for': '10.0.0.7' }
  for (const email of ['anna@example.org', 'nobody@example.org'])
    await server.visitor.send('/api/auth/login', { ...login(email, 'wrong wrong'), headers })
  await server.visitor.send('/api/auth/login', { ...login('anna@example.org'), headers })
  const lines = logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.filter(({ address }) => address === '10.0.0.7')).toMatchObject([
    { level: 30, msg: 'sign-in failed', account },
    { level: 30, msg: 'sign-in failed', account: null },
    { level: 30, msg: 'signed in', account },
  ])
  expect(logLines.join('')).not.toContain('example.org')
})

it('the server ignores X-Forwarded-For without a proxy', async () => {
  const server = await startTestServer({ env: NARROW })
  const statuses: number[] = []
  for (let i = 0; i <= MAX; i++) {
    const headers = { 'x-forwarded-for': `10.0.0.${i}` }
    const answer = await server.visitor.send('/api/auth/login', { ...login('nobody@example.org'), headers })
    statuses.push(answer.status)
  }
  expect(statuses.at(-1)).toBe(429)
})

it('many people can sign up and sign in from one network address', async () => {
  const server = await startTestServer({ env: NARROW })
  expect(RULES.signupHour.max).toBeGreaterThan(50)
  const people = Array.from({ length: MAX + 2 }, (_, i) => `person${i}@example.org`)
  for (const email of people) {
    const weak = await server.visitor.send('/api/auth/signup', login(email, 'password1'))
    expect([weak.status, await code(weak)]).toEqual([422, 'common_password'])
    expect((await server.visitor.send('/api/auth/signup', login(email))).status).toBe(201)
    expect((await server.visitor.send('/api/auth/login', login(email))).status).toBe(200)
  }
})

it.each([
  ['download', '/api/downloads', undefined],
  ['usage', '/api/usage/image', { kind: 'image' }],
])('a %s request beyond the rate limit has no effect', async (rule, path, json) => {
  const server = await startTestServer({ env: { RATE_LIMITS: `${rule}=2` } })
  const anna = await server.signUp('anna@example.org')
  const answers: Response[] = []
  for (const key of ['number-1', 'number-2', 'number-3'])
    answers.push(await anna.send(path, { method: 'POST', headers: { 'idempotency-key': key }, json }))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
  expect([answers[2]?.headers.get('retry-after'), answers[2] && (await code(answers[2]))]).toEqual(['3600', 'too_many'])
  expect(server.db.orm.select({ key: usage.key }).from(usage).all()).toEqual([{ key: 'number-1' }, { key: 'number-2' }])
  server.clock.ms += 3_600_000
  const later = await anna.send(path, { method: 'POST', headers: { 'idempotency-key': 'number-3' }, json })
  expect(later.status).toBe(200)
})

it('rate limits also apply to sign-ups and to sign-ins with the right password', async () => {
  const server = await startTestServer({ env: { RATE_LIMITS: 'signup-h=2 login=4' } })
  const signUps: number[] = []
  for (const name of ['a', 'b', 'c'])
    signUps.push((await server.visitor.send('/api/auth/signup', login(`${name}@example.org`))).status)
  const signIns: number[] = []
  for (let i = 0; i < 5; i++)
    signIns.push((await server.visitor.send('/api/auth/login', login('a@example.org'))).status)
  expect([signUps, signIns]).toEqual([
    [201, 201, 429],
    [200, 200, 200, 200, 429],
  ])
})

it.each([
  ['in the table', '/api/auth/login', login('nobody@example.org'), MAX + 1],
  ['in memory', '/api/auth/session', {}, 301],
])(
  'a rate limit set while the clock was a year ahead ends when the clock is corrected (stored %s)',
  async (_where, path, call, tries) => {
    const server = await startTestServer({ env: NARROW })
    const exhaust = async () => {
      for (let i = 1; i < tries; i++) await server.visitor.send(path, call)
      return server.visitor.send(path, call)
    }
    server.clock.ms += 365 * 86_400_000
    expect((await exhaust()).status).toBe(429)
    server.clock.ms -= 365 * 86_400_000
    expect((await server.visitor.send(path, call)).status).not.toBe(429)
    const refused = await exhaust()
    expect([refused.status, Number(refused.headers.get('retry-after')) <= 900]).toEqual([429, true])
  },
)
