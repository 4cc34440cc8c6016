import { expect, it, vi } from 'vitest'
import { countHeld } from '../../../tests/helpers/heldResults.ts'
import { createLatestTask, createQueue, loadOnce, untilAborted, withLock } from './scheduling.ts'

const later = <T>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value)))

it('createQueue starts each task after the previous task', async () => {
  const inOrder = createQueue()
  const steps: string[] = []
  const task = (name: string) => async () => {
    steps.push(`${name} starts`)
    await later(null)
    steps.push(`${name} ends`)
    return name
  }
  expect(await Promise.all([inOrder(task('one')), inOrder(task('two'))])).toEqual(['one', 'two'])
  expect(steps).toEqual(['one starts', 'one ends', 'two starts', 'two ends'])
})

it('in a queue, a failed task rejects only its own call', async () => {
  const inOrder = createQueue()
  const failed = inOrder(() => Promise.reject(new Error('full')))
  const next = inOrder(() => 'stored')
  await expect(failed).rejects.toThrow('full')
  expect(await next).toBe('stored')
})

it('withLock runs the second holder of a lock after the first holder', async () => {
  let last = Promise.resolve<unknown>(null)
  const request = (_name: string, _options: LockOptions, act: () => unknown) => {
    last = last.then(act)
    return last
  }
  vi.stubGlobal('navigator', { locks: { request } })
  const steps: string[] = []
  const first = withLock('a', async () => steps.push(await later('first')))
  const second = withLock('a', () => steps.push('second'))
  expect(await Promise.all([first, second])).toEqual([1, 2])
  expect(steps).toEqual(['first', 'second'])
})

it('without Web Locks, withLock runs the function immediately', async () => {
  vi.stubGlobal('navigator', {})
  const act = vi.fn(() => 'done')
  const ended = withLock('a', act)
  expect(act).toHaveBeenCalledOnce()
  expect(await ended).toBe('done')
})

it("a queue's idle() resolves when the last task is finished", async () => {
  const inOrder = createQueue()
  let isDone = false
  void inOrder(async () => {
    isDone = await later(true)
  })
  await inOrder.idle()
  expect(isDone).toBe(true)
})

it('loadOnce returns the same promise until the load fails', async () => {
  const answer = vi.fn(async () => 'a')
  const load = loadOnce(answer)
  expect(load()).toBe(load())
  answer.mockRejectedValueOnce(new Error('no network'))
  load.current = null
  await expect(load()).rejects.toThrow('no network')
  expect(load.current).toBeNull()
  expect([await load(), answer.mock.calls.length]).toEqual(['a', 3])
})

it("the failure of an outdated load doesn't discard a newer load", async () => {
  const load = loadOnce((isOld: boolean) => later(isOld).then((is) => (is ? Promise.reject(new Error('old')) : 'new')))
  const old = load(true)
  load.current = null
  const newer = load(false)
  await expect(old).rejects.toThrow('old')
  expect(load(false)).toBe(newer)
})

/** Creates a task that the test ends. The task records whether it was aborted. */
function task() {
  const state = { signal: null as AbortSignal | null, end: (_: string) => {}, fail: (_: Error) => {} }
  const run = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => Object.assign(state, { signal, end: resolve, fail: reject }))
  return { state, run }
}

it('createLatestTask aborts the running task when a new task starts', async () => {
  const latest = createLatestTask()
  const [first, second] = [task(), task()]
  const running = latest.run(first.run)
  const newer = latest.run(second.run)
  expect(first.state.signal?.aborted).toBe(true)
  expect(second.state.signal?.aborted).toBe(false)
  first.state.end('old')
  second.state.end('new')
  expect(await Promise.all([running, newer])).toEqual(['old', 'new'])
})

it('createLatestTask calls onIdle once, after the newest task', async () => {
  const onIdle = vi.fn()
  const latest = createLatestTask(onIdle)
  const [first, second] = [task(), task()]
  const running = [latest.run(first.run), latest.run(second.run)]
  first.state.end('old')
  await running[0]
  expect(onIdle).not.toHaveBeenCalled()
  second.state.end('new')
  await running[1]
  expect(onIdle).toHaveBeenCalledOnce()
})

it('createLatestTask calls onIdle after a canceled or failed task', async () => {
  const onIdle = vi.fn()
  const latest = createLatestTask(onIdle)
  const { state, run } = task()
  const running = latest.run(run)
  latest.cancel()
  expect(state.signal?.aborted).toBe(true)
  state.fail(new Error('lost'))
  await expect(running).rejects.toThrow('lost')
  expect(onIdle).toHaveBeenCalledOnce()
  expect(() => latest.cancel()).not.toThrow()
})

it('untilAborted resolves with the result, or with the error aborted', async () => {
  const { signal } = new AbortController()
  expect(await untilAborted(later(7), signal)).toBe(7)
  await expect(untilAborted(Promise.reject(new Error('full')), signal)).rejects.toThrow('full')
  const stop = new AbortController()
  const waiting = untilAborted(new Promise<never>(() => {}), stop.signal)
  stop.abort()
  expect(await waiting).toEqual({ ok: false, error: 'aborted' })
  expect(await untilAborted(new Promise<never>(() => {}), stop.signal)).toEqual({ ok: false, error: 'aborted' })
})

it("a signal that never aborts doesn't retain the result of untilAborted", async () => {
  const { signal } = new AbortController()
  expect(await countHeld(() => untilAborted(later({}), signal))).toBe(0)
  expect(signal.aborted).toBe(false)
})
