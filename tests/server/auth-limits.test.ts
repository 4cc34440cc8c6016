/** Tries per address and per account. */
import { expect, it } from 'vitest'
import { usage } from '#drizzle/schema.ts'
import { readConfig } from '#server/config/config.ts'
import { RULES } from '#server/config/rate-limits.ts'
import { code, login } from './helpers/accounts.ts'
import { startTestServer } from './helpers/server.ts'

const MAX = 4
const NARROW = { RATE_LIMITS: `login-failed=${MAX}` }

it('refuses an address after its last failure before any hashing, and says when to come back', async () => {
  const server = await startTestServer({ env: NARROW })
  const tries: Response[] = []
  for (let i = 0; i <= MAX; i++) tries.push(await server.visitor.send('/api/auth/login', login('nobody@example.org')))
  expect(tries.slice(0, MAX).every(({ status }) => status === 401)).toBe(true)
  expect([tries[MAX]?.status, tries[MAX]?.headers.get('retry-after')]).toEqual([429, '900'])
  server.clock.ms += 900_000
  expect((await server.visitor.send('/api/auth/login', login('nobody@example.org'))).status).toBe(401)
  await server.close()
})

it('slows an account down under attack from many addresses, and still lets its owner in', async () => {
  const pauses: number[] = []
  const env = { RATE_LIMITS: 'on', TRUST_PROXY: '1' }
  const server = await startTestServer({ env, pause: async (ms) => void pauses.push(ms) })
  await server.signUp('anna@example.org')
  for (let i = 0; i < 22; i++)
    await server.visitor.send('/api/auth/login', {
      ...login('anna@example.org', 'wrong wrong'),
      headers: { 'x-forwarded-for': `10.0.0.${i}` },
    })
  expect(pauses).toEqual([2000, 2000])
  const owner = await server.visitor.send('/api/auth/login', {
    ...login('anna@example.org'),
    headers: { 'x-forwarded-for': '10.1.0.1' },
  })
  expect([owner.status, pauses.length]).toEqual([200, 3])
  await server.close()
})

it('is not fooled by a forged X-Forwarded-For without a proxy', async () => {
  const server = await startTestServer({ env: NARROW })
  const statuses: number[] = []
  for (let i = 0; i <= MAX; i++) {
    const answer = await server.visitor.send('/api/auth/login', {
      ...login('nobody@example.org'),
      headers: { 'x-forwarded-for': `10.0.0.${i}` },
    })
    statuses.push(answer.status)
  }
  expect(statuses.at(-1)).toBe(429)
  await server.close()
})

it('lets a whole office sign up and sign in from behind one address', async () => {
  const server = await startTestServer({ env: NARROW })
  expect(RULES.signupHour.max).toBeGreaterThan(50)
  const people = Array.from({ length: MAX + 2 }, (_, i) => `person${i}@example.org`)
  for (const email of people) {
    const weak = await server.visitor.send('/api/auth/signup', login(email, 'password1'))
    expect([weak.status, await code(weak)]).toEqual([422, 'common_password'])
    expect((await server.visitor.send('/api/auth/signup', login(email))).status).toBe(201)
    expect((await server.visitor.send('/api/auth/login', login(email))).status).toBe(200)
  }
  await server.close()
})

it.each([
  ['download', '/api/downloads', undefined],
  ['usage', '/api/usage/image', { kind: 'image' }],
])('counts a %s with what it does, and does nothing past the limit', async (rule, path, json) => {
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
  await server.close()
})

it('stops a flood of sign-ups, and of sign-ins that succeed', async () => {
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
  await server.close()
})

it.each(['sometimes', 'login=0', 'login', 'nothing=4', 'login=4 nothing=5', 'login=1.5'])(
  'refuses %j as a setting of the limits',
  (text) => {
    expect(() => readConfig({ RATE_LIMITS: text })).toThrow(/RATE_LIMITS/)
  },
)

it.each([
  ['in the table', '/api/auth/login', login('nobody@example.org'), MAX + 1],
  ['in memory', '/api/auth/session', {}, 301],
])('forgets a window of a clock that was a year ahead, %s', async (_where, path, call, tries) => {
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
  await server.close()
})
