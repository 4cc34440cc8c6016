/** Tries per address and per account. */
import { expect, it } from 'vitest'
import { login } from './helpers/accounts.ts'
import { startTestServer } from './helpers/server.ts'

it('refuses the eleventh try of an address before any hashing, and says when to come back', async () => {
  const server = await startTestServer({ env: { RATE_LIMITS: 'on' } })
  const tries: Response[] = []
  for (let i = 0; i < 11; i++) tries.push(await server.visitor.send('/api/auth/login', login('nobody@example.org')))
  expect(tries.slice(0, 10).every(({ status }) => status === 401)).toBe(true)
  expect([tries[10]?.status, tries[10]?.headers.get('retry-after')]).toEqual([429, '900'])
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
  const server = await startTestServer({ env: { RATE_LIMITS: 'on' } })
  const statuses: number[] = []
  for (let i = 0; i < 11; i++) {
    const answer = await server.visitor.send('/api/auth/login', {
      ...login('nobody@example.org'),
      headers: { 'x-forwarded-for': `10.0.0.${i}` },
    })
    statuses.push(answer.status)
  }
  expect(statuses.at(-1)).toBe(429)
  await server.close()
})
