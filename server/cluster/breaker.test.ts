import { expect, it, vi } from 'vitest'
import { createBreaker } from './breaker.ts'

const request = () => new Request('http://database.example')

it("the breaker rejects waiting and new requests while the database server doesn't respond", async () => {
  let isFrozen = true
  const send = vi.fn(
    (_request: Request, signal: AbortSignal) =>
      new Promise<Response>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        if (!isFrozen) resolve(new Response('rows'))
      }),
  )
  const ask = createBreaker(send, async () => {
    if (isFrozen) throw new Error('no answer')
  })
  const waiting = await Promise.allSettled([ask(request()), ask(request())])
  expect(waiting).toMatchObject(Array.from({ length: 2 }, () => ({ reason: { name: 'TimeoutError' } })))
  await expect(ask(request())).rejects.toThrow('does not answer')
  expect(send, 'a new request is not sent').toHaveBeenCalledTimes(2)
  isFrozen = false
  await expect.poll(() => ask(request()).then((answer) => answer.text(), String), { timeout: 5000 }).toBe('rows')
})

it('the breaker stays closed during a slow request while the database server responds to its check', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const isAlive = vi.fn(async () => resolve(new Response('late')))
  const answer = await createBreaker(() => promise, isAlive)(request())
  expect([await answer.text(), isAlive.mock.calls.length]).toEqual(['late', 1])
})
