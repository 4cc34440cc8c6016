import { expect, it, vi } from 'vitest'
import { argon2id } from '#server/auth/hasher.ts'
import { PASSWORD, startTestServer } from './helpers/server.ts'

vi.mock('#server/auth/hasher.ts', { spy: true })

const TRIES = 100

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

it('does as much for an address it does not know as for a wrong password', async () => {
  const server = await startTestServer()
  await server.signUp('anna@example.org')
  const times = { known: [] as number[], unknown: [] as number[] }
  const work = { known: new Set<string>(), unknown: new Set<string>() }
  const bodies = new Set<string>()
  for (let i = 0; i < TRIES; i++)
    for (const who of ['known', 'unknown'] as const) {
      const email = who === 'known' ? 'anna@example.org' : `nobody${i}@example.org`
      vi.mocked(argon2id).mockClear()
      const started = performance.now()
      const answer = await server.visitor.send('/api/auth/login', {
        method: 'POST',
        json: { email, password: `${PASSWORD}!` },
      })
      times[who].push(performance.now() - started)
      // nearly all of the time is the hash's: as often, and with the same memory and passes
      const hashes = vi
        .mocked(argon2id)
        .mock.calls.map(([{ memory, passes, parallelism, tagLength }]) => [memory, passes, parallelism, tagLength])
      work[who].add(JSON.stringify(hashes))
      bodies.add(`${answer.status} ${await answer.text()}`)
    }
  const ratio = median(times.unknown) / median(times.known)
  console.info(
    `sign-in: known ${median(times.known).toFixed(1)} ms, unknown ${median(times.unknown).toFixed(1)} ms, ratio ${ratio.toFixed(2)}`,
  )
  expect(bodies.size).toBe(1)
  expect([...work.known]).toEqual(['[[19456,2,1,32]]'])
  expect(work.unknown).toEqual(work.known)
  await server.close()
})
