import { describe, expect, it } from 'vitest'
import { createSerialQueue } from './serial-queue.ts'

const soon = () => new Promise((done) => setImmediate(done))

describe('turns', () => {
  it('lets one work at a time, in the order they came, and hands each its own answer', async () => {
    const inTurn = createSerialQueue({ patienceMs: 1000 })
    let [inside, most] = [0, 0]
    const order: number[] = []
    const work = (n: number) => async () => {
      most = Math.max(most, ++inside)
      order.push(n)
      await soon()
      inside--
      return n * n
    }
    expect(await Promise.all([1, 2, 3, 4].map((n) => inTurn(work(n))))).toEqual([1, 4, 9, 16])
    expect(order).toEqual([1, 2, 3, 4])
    expect(most).toBe(1)
  })

  it('goes on after one that failed, which alone hears of it', async () => {
    const inTurn = createSerialQueue({ patienceMs: 1000 })
    const bad = inTurn(() => Promise.reject(new Error('no')))
    const good = inTurn(async () => 'yes')
    await expect(bad).rejects.toThrow('no')
    expect(await good).toBe('yes')
  })

  it('does not begin what waited too long, and begins what came later', async () => {
    let now = 0
    const inTurn = createSerialQueue({ patienceMs: 1000, elapsed: () => now })
    let finish = (): void => undefined
    const slow = inTurn(() => new Promise<void>((done) => (finish = done)))
    let begun = false
    const tired = inTurn(async () => (begun = true))
    now = 900
    const late = inTurn(async () => 'late')
    await soon()
    now = 1500
    finish()
    await slow
    await expect(tired).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }))
    expect(begun).toBe(false)
    expect(await late).toBe('late')
  })
})
