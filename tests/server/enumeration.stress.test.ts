import { expect, it } from 'vitest'
import { PASSWORD, startTestServer } from './helpers/server.ts'

const TRIES = 100

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

it('takes as long for an address it does not know as for a wrong password', { timeout: 120_000 }, async () => {
  const server = await startTestServer()
  await server.signUp('anna@example.org')
  const times = { known: [] as number[], unknown: [] as number[] }
  const bodies = new Set<string>()
  for (let i = 0; i < TRIES; i++)
    for (const who of ['known', 'unknown'] as const) {
      const email = who === 'known' ? 'anna@example.org' : `nobody${i}@example.org`
      const started = performance.now()
      const answer = await server.visitor.send('/api/auth/login', {
        method: 'POST',
        json: { email, password: `${PASSWORD}!` },
      })
      times[who].push(performance.now() - started)
      bodies.add(`${answer.status} ${await answer.text()}`)
    }
  const ratio = median(times.unknown) / median(times.known)
  console.info(
    `sign-in: known ${median(times.known).toFixed(1)} ms, unknown ${median(times.unknown).toFixed(1)} ms, ratio ${ratio.toFixed(2)}`,
  )
  expect(bodies.size).toBe(1)
  // without the hash of nobody the ratio is below a tenth; the machine's moods stay far within these bounds
  expect(ratio).toBeGreaterThan(0.6)
  expect(ratio).toBeLessThan(1.7)
  await server.close()
})
