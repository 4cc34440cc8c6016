import { expect, it, vi } from 'vitest'
import { createLatestTask } from './latestTask.ts'

/** Creates a task that the test ends. The task records whether it was aborted. */
function task() {
  const state = { signal: null as AbortSignal | null, end: (_: string) => {}, fail: (_: Error) => {} }
  const run = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => Object.assign(state, { signal, end: resolve, fail: reject }))
  return { state, run }
}

it('a new task aborts the running task', async () => {
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

it('onIdle is called once, after the newest task', async () => {
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

it('onIdle is called after a cancelled or failed task', async () => {
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
