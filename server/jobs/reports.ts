/** Reports the runs of jobs to the metrics, and failed runs also to the operator by email. */
import { DAY_MS } from '#server/contract/time.ts'
import type { Deps, MetricsRecorder } from '#server/deps/deps.ts'
import type { Job } from './jobs.ts'

interface Needs extends Pick<Deps, 'mail' | 'config' | 'now' | 'log'> {
  readonly metrics: Pick<MetricsRecorder, 'expectJob' | 'recordJobRun'> | null
}

/**
 * Wraps a job. Reports each run to the metrics, and emails a failure to the operator, once per job and day. The wrapped
 * job rejects with the job's error.
 */
export function withReports(job: Job, needs: Needs): Job {
  const { metrics } = needs
  metrics?.expectJob(job.name)
  return {
    ...job,
    async run(signal, since) {
      const started = performance.now()
      const seconds = () => (performance.now() - started) / 1000
      try {
        await job.run(signal, since)
        metrics?.recordJobRun(job.name, 'done', seconds())
      } catch (error) {
        metrics?.recordJobRun(job.name, signal.aborted ? 'stopped' : 'failed', seconds())
        if (!signal.aborted) await tellOperator(job.name, error, needs)
        throw error
      }
    },
  }
}

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
    // if the database caused the failure, queueing the email also fails
    log.warn({ err, job: name }, 'failed to notify the operator')
  }
}
