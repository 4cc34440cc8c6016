import { expect, it, vi } from 'vitest'
import { argon2id } from '#server/auth/hasher.ts'
import { PASSWORD } from './helpers/browser.ts'
import { startTestServer } from './helpers/server.ts'

vi.mock('#server/auth/hasher.ts', { spy: true })

/** Number of attempts. Few are enough, because the test counts hashes and measures no time. */
const TRIES = 5

it('signing in with an unknown address causes the same work as with a wrong password', async () => {
  const server = await startTestServer()
  await server.signUp('anna@example.org')
  const work = { known: new Set<string>(), unknown: new Set<string>() }
  const bodies = new Set<string>()
  for (let i = 0; i < TRIES; i++)
    for (const who of ['known', 'unknown'] as const) {
      const email = who === 'known' ? 'anna@example.org' : `nobody${i}@example.org`
      vi.mocked(argon2id).mockClear()
      const answer = await server.visitor.post('/api/auth/login', { email, password: `${PASSWORD}!` })
      // hashing takes nearly all of the time, so the test compares the number of hashes
      const hashes = vi
        .mocked(argon2id)
        .mock.calls.map(([{ memory, passes, parallelism, tagLength }]) => [memory, passes, parallelism, tagLength])
      work[who].add(JSON.stringify(hashes))
      bodies.add(`${answer.status} ${await answer.text()}`)
    }
  expect(bodies.size).toBe(1)
  expect([...work.known]).toEqual(['[[19456,2,1,32]]'])
  expect(work.unknown).toEqual(work.known)
})
