import { expect, it } from 'vitest'
import type { Tab } from '#server/render/tab.ts'
import { createTabPool } from './tabPool.ts'

const wait = () => new Promise((next) => setImmediate(next))

/** Creates a pool of tabs with numbers, and a function that starts a call on a photo. */
function pool(hasRoom: (running: number) => boolean) {
  let tabs = 0
  const { run } = createTabPool(() => tabs++ as unknown as Tab, hasRoom)
  const order: string[] = []
  const call = (photo: string, name = photo) => {
    const positions: number[] = []
    const aborting = new AbortController()
    let end = (): void => undefined
    const turn = { signal: aborting.signal, tellPosition: (ahead: number) => positions.push(ahead) }
    const done = run(photo, turn, async (tab) => {
      order.push(`${name} in tab ${tab}`)
      await new Promise<void>((resolve) => {
        end = resolve
      })
    })
    done.catch(() => undefined)
    return { positions, done, end: () => end(), abort: () => aborting.abort() }
  }
  return { call, order }
}

it('calls on different photos run at the same time while there is room', async () => {
  const { call, order } = pool((running) => running < 2)
  const [first, , third] = [call('a'), call('b'), call('c')]
  await wait()
  expect(order).toEqual(['a in tab 0', 'b in tab 1'])
  expect(third.positions).toEqual([2])
  first.end()
  await first.done
  await wait()
  expect(order).toEqual(['a in tab 0', 'b in tab 1', 'c in tab 0'])
})

it('calls on the same photo run one after another in the tab that knows its subject', async () => {
  const { call, order } = pool(() => true)
  const [first, second] = [call('a', 'first'), call('a', 'second')]
  const other = call('b')
  await wait()
  expect(order).toEqual(['first in tab 0', 'b in tab 1'])
  first.end()
  other.end()
  await Promise.all([first.done, other.done])
  await wait()
  expect(order.at(-1)).toBe('second in tab 0')
  second.end()
})

it('the pool reports each new queue position to a waiting call', async () => {
  const { call } = pool(() => false)
  const calls = [call('a'), call('b'), call('c')]
  expect(calls.map(({ positions }) => positions)).toEqual([[], [1, 1], [2]])
  for (const { end } of calls) end()
})

it('a canceled waiting call leaves the queue', async () => {
  const { call, order } = pool(() => false)
  const [first, second, third] = [call('a'), call('b'), call('c')]
  second.abort()
  await expect(second.done).rejects.toThrow()
  first.end()
  await first.done
  await wait()
  expect(order).toEqual(['a in tab 0', 'c in tab 0'])
  third.end()
})

it('a failed call frees its tab', async () => {
  const { run } = createTabPool(
    () => 0 as unknown as Tab,
    () => false,
  )
  const turn = { signal: new AbortController().signal, tellPosition: () => undefined }
  await expect(run('a', turn, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect(await run('a', turn, async () => 'done')).toBe('done')
})
