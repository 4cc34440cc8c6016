/** Measures the processor time of each task of a page's thread. Excludes waiting and other programs. */
import type { Page } from 'playwright'

/** Start of the task on the page's clock, ms. */
export interface ThreadTask {
  from: number
  to: number
  /** Processor time, ms. */
  spent: number
}

/** An event of a Chromium trace. Times are in µs. */
interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
}

/** Trace events of tasks, and of the microtasks that run outside a task (for example after `fetch`). */
const TASKS: readonly string[] = ['ThreadControllerImpl::RunTask', 'BlinkScheduler_PerformMicrotaskCheckpoint']
const MARK = 'midground-bench'

/** Returns the result of `run` and the tasks of the page's thread during `run`. */
export async function threadTasks<T>(page: Page, run: () => Promise<T>): Promise<{ value: T; tasks: ThreadTask[] }> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser of its own')
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] })
  const markedAt = await page.evaluate((name) => performance.mark(name).startTime, MARK)
  const value = await run()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  return { value, tasks: tasksOf(traceEvents, markedAt) }
}

/** Returns the tasks in a trace. `markedAt`: time of the page's mark on its own clock, ms. */
function tasksOf(events: readonly TraceEvent[], markedAt: number): ThreadTask[] {
  const mark = events.find(({ name }) => name === MARK)
  if (!mark) throw new Error('the trace has no mark of the page')
  const own = events.filter(({ name, pid, tid }) => TASKS.includes(name) && pid === mark.pid && tid === mark.tid)
  return own.map(({ ts, dur = 0, tdur = 0 }) => {
    const from = markedAt + (ts - mark.ts) / 1000
    return { from, to: from + dur / 1000, spent: tdur / 1000 }
  })
}

/**
 * Returns the processor time in ms of all tasks that overlap the time between `from` and `to`, or null if there is no
 * such task.
 */
export function spentBetween(tasks: readonly ThreadTask[], from: number, to: number): number | null {
  const within = tasks.filter((task) => task.to > from && task.from < to)
  return within.length > 0 ? within.reduce((sum, { spent }) => sum + spent, 0) : null
}
