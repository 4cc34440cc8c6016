import { expect, it } from 'vitest'
import { spentBetween, tasksOf } from './threadTime.ts'

const task = (ts: number, dur: number, tdur: number, tid = 1) => ({
  name: 'ThreadControllerImpl::RunTask',
  pid: 7,
  tid,
  ts,
  dur,
  tdur,
})
const TRACE = [
  { name: 'midground-bench', pid: 7, tid: 1, ts: 5000 },
  task(6000, 80_000, 30_000),
  task(90_000, 2000, 1000),
  task(6000, 80_000, 70_000, 2), // a task of another thread
]

it("tasksOf measures the processor time of the page's thread", () => {
  const tasks = tasksOf(TRACE, 100)
  expect(tasks).toEqual([
    { from: 101, to: 181, spent: 30 },
    { from: 185, to: 187, spent: 1 },
  ])
  expect(spentBetween(tasks, 120, 130)).toBe(30)
  expect(spentBetween(tasks, 181, 185)).toBeNull()
  expect(spentBetween(tasks, 0, 1000)).toBe(31)
})

it('the measured time includes microtasks between tasks', () => {
  const checkpoint = { ...task(100_000, 600_000, 20_000), name: 'BlinkScheduler_PerformMicrotaskCheckpoint' }
  expect(spentBetween(tasksOf([...TRACE, checkpoint], 100), 200, 700)).toBe(20)
})

it('tasksOf refuses a trace without the page', () => {
  expect(() => tasksOf(TRACE.slice(1), 100)).toThrow('the trace has no mark of the page')
})
