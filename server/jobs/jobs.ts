/**
 * Runs the periodic jobs. A lease (lease.ts) makes sure that only one process at a time runs a job. A library such as
 * croner stores its schedule in one process. Here, the database row of a job's last run determines when a job is due.
 */
import type { Logger } from 'pino'
import { claim, extend, HEARTBEAT_MS, type Lease, type LeaseOptions, release } from './lease.ts'

export interface Job {
  readonly name: string
  /**
   * Returns a time (ms). The job is due if its last successful run began at or before this time. See `every` and
   * `nightly`.
   */
  readonly due: (now: number) => number
  /** Maximum duration of a run in ms. Afterwards the signal aborts. */
  readonly deadlineMs: number
  /** Interval in ms between two checks whether the job is due. Default: 5 s. */
  readonly pollMs?: number
  /** true: a short job, first checked after `pollMs`, without `WARM_UP_MS` */
  readonly isUrgent?: true
  /** true: every process runs the job at every check, without a lease */
  readonly isShared?: true
  /** Does the work. After an abort it must end soon, and reject if work is left. `since`: the value of `due`. */
  run(signal: AbortSignal, since: number): Promise<unknown>
}

export interface JobsOptions extends LeaseOptions {
  readonly log: Logger
}

/** Delay before the first check of jobs that aren't urgent, so that a restarted server answers requests first. */
const WARM_UP_MS = 60_000
/** Time in ms that an aborted job may take to end. Afterwards the server no longer waits for the job. */
const STOP_PATIENCE_MS = 5000
/** Limits in ms of the delay after a failure, so that a permanent failure doesn't fill the log. */
const AFTER_FAILURE_MS = { min: 5000, max: 60_000 }

/**
 * Runs the job if it is due and its lease is free, or if it is shared. Never rejects. After a failure returns false,
 * and logs the error unless `stop` has aborted.
 */
export async function runIfDue(options: JobsOptions, job: Job, stop: AbortSignal): Promise<boolean> {
  const { log, now } = options
  const since = job.due(now())
  try {
    if (job.isShared) await runWithDeadline(job.deadlineMs, [stop], (signal) => job.run(signal, since))
    else {
      const lease = await claim(options, job.name, since)
      if (lease) await runLeased(options, job, lease, since, stop)
    }
    return true
  } catch (error) {
    if (!stop.aborted) log.error({ err: error, job: job.name }, 'job failed')
    return false
  }
}

async function runLeased(
  options: JobsOptions,
  job: Job,
  lease: Lease,
  since: number,
  stop: AbortSignal,
): Promise<void> {
  const lost = new AbortController()
  const beating = setInterval(() => void extendLease(options, lease, lost), HEARTBEAT_MS)
  let outcome: Parameters<typeof release>[2] = 'failed'
  try {
    await runWithDeadline(job.deadlineMs, [stop, lost.signal], (signal) => job.run(signal, since))
    outcome = 'done'
  } finally {
    clearInterval(beating)
    await release(options, lease, outcome === 'failed' && stop.aborted ? 'stopped' : outcome)
  }
}

/** Extends the lease. Aborts `lost` if another process has taken it. */
async function extendLease(options: JobsOptions, lease: Lease, lost: AbortController): Promise<void> {
  try {
    if (!(await extend(options, lease))) lost.abort(new Error(`the lease of ${lease.name} is lost`))
  } catch (error) {
    options.log.warn({ err: error, job: lease.name }, 'missed heartbeat') // the next heartbeat may still be in time
  }
}

/** Runs `work` with a signal that `signals` or the deadline abort. @throws the reason if `work` ignores an abort */
async function runWithDeadline(
  deadlineMs: number,
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const late = new AbortController()
  const deadline = setTimeout(() => late.abort(new Error(`not done in ${deadlineMs} ms`)), deadlineMs)
  const signal = AbortSignal.any([...signals, late.signal])
  let patience: NodeJS.Timeout | undefined
  const leftBehind = new Promise<never>((_, reject) => {
    const onAbort = () => {
      patience = setTimeout(() => reject(signal.reason), STOP_PATIENCE_MS)
    }
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    await Promise.race([work(signal), leftBehind])
  } finally {
    clearTimeout(deadline)
    clearTimeout(patience)
  }
}

/** Starts the jobs. The returned function aborts running jobs and resolves at their end. */
export function startJobs(options: JobsOptions, jobs: readonly Job[]): () => Promise<void> {
  const stop = new AbortController()
  const loops = jobs.map((job) => keepDoing(options, job, stop.signal))
  return async () => {
    stop.abort(new Error('the server stops'))
    await Promise.all(loops)
  }
}

async function keepDoing(options: JobsOptions, job: Job, stop: AbortSignal): Promise<void> {
  const { pollMs = 5000 } = job
  await sleep(job.isUrgent ? pollMs : WARM_UP_MS, stop)
  while (!stop.aborted) {
    const isFine = await runIfDue(options, job, stop)
    await sleep(isFine ? pollMs : Math.max(AFTER_FAILURE_MS.min, Math.min(pollMs, AFTER_FAILURE_MS.max)), stop)
  }
}

/** Resolves after `ms`, or immediately if the signal aborts. The timer doesn't keep the process running. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    timer.unref()
    if (signal.aborted) done()
    else signal.addEventListener('abort', done)
  })
}

/** Returns the function `due` of a job that runs `ms` milliseconds after the start of its last successful run. */
export const every =
  (ms: number) =>
  (now: number): number =>
    now - ms

/** Returns the function `due` of a daily job at `hour` (0 to 23, local time). A missed run is repeated later. */
export const nightly =
  (hour: number) =>
  (now: number): number => {
    const moment = new Date(now)
    moment.setHours(hour, 0, 0, 0)
    if (moment.getTime() > now) moment.setDate(moment.getDate() - 1)
    return moment.getTime()
  }
