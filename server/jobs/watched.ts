/** Returns the job with the outcome and the duration (seconds) of each run reported to the metrics. */
import type { Watch } from '../deps/watch.ts'
import type { Job } from './jobs.ts'

export const watched = (job: Job, watch: Watch): Job => ({
  ...job,
  async run(signal, since) {
    const started = performance.now()
    const note = (outcome: Parameters<Watch['ran']>[1]) =>
      watch.ran(job.name, outcome, (performance.now() - started) / 1000)
    try {
      await job.run(signal, since)
      note('done')
    } catch (error) {
      note(signal.aborted ? 'stopped' : 'failed')
      throw error
    }
  },
})
