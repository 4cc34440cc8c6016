import type { MetricsRecorder } from '../deps/deps.ts'
import type { Job } from './jobs.ts'

/** Wraps a job: reports the outcome and the duration (seconds) of each run to the metrics. */
export function withMetrics(job: Job, metrics: MetricsRecorder): Job {
  metrics.expectJob(job.name)
  return {
    ...job,
    async run(signal, since) {
      const started = performance.now()
      const note = (outcome: Parameters<MetricsRecorder['recordJobRun']>[1]) =>
        metrics.recordJobRun(job.name, outcome, (performance.now() - started) / 1000)
      try {
        await job.run(signal, since)
        note('done')
      } catch (error) {
        note(signal.aborted ? 'stopped' : 'failed')
        throw error
      }
    },
  }
}
