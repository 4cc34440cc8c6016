/** Metrics for the operator. They are numbers with fixed labels and contain no user input and no user ids. */
export interface MetricsRecorder {
  /** False if metrics are switched off: nothing is recorded. */
  readonly isOn: boolean
  /** Records a request under the pattern of its route, with its duration in seconds. */
  recordRequest(method: string, route: string, status: number, seconds: number): void
  /** Records that an export was allowed, paid by a credit or by a plan. */
  recordExport(byCredit: boolean): void
  /** Records a processed event of the billing provider, with the time since it happened in seconds. */
  recordWebhook(lagSeconds: number): void
  /** Announces a job before its first run, so that its counters are there, at zero, and a first failure is a rise. */
  expectJob(job: string): void
  /** Records a run of a job, with its duration in seconds. */
  recordJobRun(job: string, outcome: 'done' | 'failed' | 'stopped', seconds: number): void
  /** Returns all metrics in the Prometheus text format; null if metrics are switched off. */
  report(): Promise<{ readonly type: string; readonly text: string } | null>
}
