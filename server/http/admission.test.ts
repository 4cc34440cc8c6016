import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { admission } from './admission.ts'
import type { AppEnv } from './env.ts'
import { onError } from './errors.ts'

/** An app whose requests end when the test calls `finish`. `started` lists the requests that the handler received. */
function slowApp() {
  const started: string[] = []
  const ends: (() => void)[] = []
  const app = new Hono<AppEnv>()
    .onError(onError(pino({ enabled: false })))
    .use(admission({ running: 1, waiting: 2, patienceMs: 5000 }))
    .get('/:name', async (c) => {
      started.push(c.req.param('name'))
      await new Promise<void>((resolve) => ends.push(resolve))
      return c.text('done')
    })
  const ask = async (name: string, signal?: AbortSignal) => {
    const { status, headers } = await app.request(`/${name}`, signal ? { signal } : {})
    return [status, headers.get('retry-after')]
  }
  return { ask, started, finish: () => ends.shift()?.() }
}

it('a request above the limit gets 503 immediately, while queued requests run in order', async () => {
  const { ask, started, finish } = slowApp()
  const [first, second, third] = [ask('first'), ask('second'), ask('third')]
  expect(await ask('fourth')).toEqual([503, '2'])
  for (const [answer, next] of [
    [first, 'second'],
    [second, 'third'],
    [third, null],
  ] as const) {
    finish()
    expect(await answer).toEqual([200, null])
    if (next) await expect.poll(() => started.at(-1)).toBe(next)
  }
  expect(started).toEqual(['first', 'second', 'third'])
})

it('a request that has waited for 5 s gets 503 and never runs', async () => {
  vi.useFakeTimers()
  const { ask, started, finish } = slowApp()
  const first = ask('first')
  const late = ask('late')
  await vi.advanceTimersByTimeAsync(5000)
  expect(await late).toEqual([503, '2'])
  finish()
  expect(await first).toEqual([200, null])
  expect(started).toEqual(['first'])
})

it('a waiting request whose client disconnects leaves the queue', async () => {
  const { ask, started, finish } = slowApp()
  const first = ask('first')
  const client = new AbortController()
  const left = ask('left', client.signal)
  const second = ask('second')
  client.abort()
  await left
  const third = ask('third')
  for (const [i, answer] of [first, second, third].entries()) {
    await expect.poll(() => started.length).toBe(i + 1)
    finish()
    expect(await answer).toEqual([200, null])
  }
  expect(started).toEqual(['first', 'second', 'third'])
})
