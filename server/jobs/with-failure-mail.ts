/** Emails the operator when a job fails, so that an installation without monitoring notices. */
import type { Deps } from '../deps/deps.ts'
import type { Job } from './jobs.ts'

const DAY_MS = 86_400_000

type Needs = Pick<Deps, 'mail' | 'config' | 'now' | 'log'>

/**
 * Wraps a job: when a run fails, emails the operator at most once per job and day. Sends nothing for an aborted run.
 * Rethrows the error.
 */
export const withFailureMail = (job: Job, needs: Needs): Job => ({
  ...job,
  async run(signal, since) {
    try {
      await job.run(signal, since)
    } catch (error) {
      if (!signal.aborted) await tellOperator(job.name, error, needs)
      throw error
    }
  },
})

async function tellOperator(name: string, error: unknown, { mail, config, now, log }: Needs): Promise<void> {
  if (config.operatorEmail === null) return
  const why = error instanceof Error ? error.message : String(error)
  const stop = /[.!?]$/.test(why) ? '' : '.'
  const text = `The job "${name}" on ${config.publicOrigin} failed: ${why}${stop} It will be retried. See the log for details.`
  try {
    await mail.queue({
      template: 'operator-notice',
      to: config.operatorEmail,
      data: { subject: `${config.brandName}: the job "${name}" failed`, text },
      dedupe: `job-failed:${name}:${Math.floor(now() / DAY_MS)}`,
    })
  } catch (err) {
    log.warn({ err, job: name }, 'failed to notify the operator') // queueing fails too if the database is the cause
  }
}
