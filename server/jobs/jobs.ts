/** What happens by the clock. Jobs run side by side; a row per job says who does it, so that several processes do it once. */
import type { Logger } from 'pino'
import { claim, extend, HEARTBEAT_MS, type Lease, type LeaseOptions, release } from './lease.ts'

export interface Job {
  readonly name: string
  /** Due once its last whole run began before this moment; see `schedule.ts`. Milliseconds since 1970. */
  readonly due: (now: number) => number
  /** Stopped after so long. */
  readonly deadlineMs: number
  /** How often it is looked whether it is due. */
  readonly pollMs: number
  /** Short and wanted at once, so that it does not wait for the server to have warmed up. */
  readonly isUrgent?: true
  /** Done by every process, without a lease: what it works on is taken piece by piece. */
  readonly isShared?: true
  /** Ends soon after the signal, with an error unless it was done. `since` names the run: see `due`. */
  run(signal: AbortSignal, since: number): Promise<void>
}

export interface JobsOptions extends LeaseOptions {
  readonly log: Logger
}

/** Nothing long happens in the first minute: a restart should answer first. */
const WARM_UP_MS = 60_000
/** A job that does not end when it is told to is left behind after this. */
const STOP_PATIENCE_MS = 5000
/** Trouble lasts: asking anew each second would only fill the log. */
const AFTER_FAILURE_MS = 5000

/** Does the job if it is due and nobody else is at it. Never throws: what fails is logged, and answers false. */
export async function runIfDue(options: JobsOptions, job: Job, stop: AbortSignal): Promise<boolean> {
  const { log, now } = options
  const since = job.due(now())
  try {
    if (job.isShared) await within(job.deadlineMs, [stop], (signal) => job.run(signal, since))
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
  const beating = setInterval(() => void beat(options, lease, lost), HEARTBEAT_MS)
  let outcome: Parameters<typeof release>[2] = 'failed'
  try {
    await within(job.deadlineMs, [stop, lost.signal], (signal) => job.run(signal, since))
    outcome = 'done'
  } finally {
    clearInterval(beating)
    await release(options, lease, outcome === 'failed' && stop.aborted ? 'stopped' : outcome)
  }
}

/** A lease that cannot be kept is somebody else's soon. */
async function beat(options: JobsOptions, lease: Lease, lost: AbortController): Promise<void> {
  try {
    if (!(await extend(options, lease))) lost.abort(new Error(`the lease of ${lease.name} is lost`))
  } catch (error) {
    options.log.warn({ err: error, job: lease.name }, 'no heartbeat') // the next one may come through in time
  }
}

/** Hands on a signal that also comes at the deadline; from the moment of a signal on the work is waited for no longer than it takes to stop. */
async function within(
  deadlineMs: number,
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<void>,
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

/** Starts the clock; the answer stops it and waits for the jobs at hand, but not for long. */
export function startJobs(options: JobsOptions, jobs: readonly Job[]): () => Promise<void> {
  const stop = new AbortController()
  const loops = jobs.map((job) => keepDoing(options, job, stop.signal))
  return async () => {
    stop.abort(new Error('the server stops'))
    await Promise.all(loops)
  }
}

async function keepDoing(options: JobsOptions, job: Job, stop: AbortSignal): Promise<void> {
  await sleep(job.isUrgent ? job.pollMs : WARM_UP_MS, stop)
  while (!stop.aborted) {
    const isFine = await runIfDue(options, job, stop)
    await sleep(isFine ? job.pollMs : AFTER_FAILURE_MS, stop)
  }
}

/** Ends early, and without an error, at the signal; does not keep the process alive. */
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
