/**
 * Counts events for Prometheus. Labels have few values, because each value is a new time series. A job's label is
 * `task`, because Prometheus itself sets the labels `job` and `instance`.
 */
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { MetricsRecorder } from '#server/deps/deps.ts'
import { addGauges, type GaugeNeeds } from './gauges.ts'

/** Buckets of request durations, seconds: from reading a profile (below 1 ms) to an upload over a slow line. */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
/**
 * Buckets of the time from Stripe's event to the stored state, seconds. After an outage Stripe retries for three days.
 */
const WEBHOOK_SECONDS = [1, 2, 5, 10, 30, 60, 300, 3600, 21_600, 86_400]
const JOB_SECONDS = [0.01, 0.1, 1, 10, 60, 600, 3600, 21_600]

const METHODS = new Set(['GET', 'POST', 'DELETE', 'HEAD'])

/**
 * Creates the recorder. It has its own registry with all counters, histograms and gauges. Starts to measure this
 * process, such as its event-loop delay.
 */
export function createMetrics(needs: GaugeNeeds): MetricsRecorder {
  const register = new Registry()
  // CPU, memory, garbage collection, open files and event-loop delay
  collectDefaultMetrics({ register })
  addGauges(register, needs)
  const registers = [register]
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `midground_${name}`, help, labelNames, registers })
  const histogram = (name: string, help: string, buckets: number[], ...labelNames: string[]) =>
    new Histogram({ name: `midground_${name}`, help, buckets, labelNames, registers })
  const requests = counter(
    'http_requests_total',
    'Answered requests, by route pattern and status.',
    'method',
    'route',
    'status',
  )
  const duration = histogram(
    'http_request_duration_seconds',
    'Time from a request to the start of its response, by route pattern.',
    REQUEST_SECONDS,
    'method',
    'route',
  )
  const exports = counter('exports_total', 'Exports, by payment: a credit or a plan.', 'paid_by')
  const webhooks = histogram(
    'webhook_lag_seconds',
    'Time from an event of the billing provider to the end of its processing.',
    WEBHOOK_SECONDS,
  )
  const runs = counter(
    'job_runs_total',
    'Runs of periodic jobs in this process, by outcome: done, failed, stopped (by its deadline or with the server).',
    'task',
    'outcome',
  )
  const runSeconds = histogram('job_duration_seconds', 'Duration of the runs of periodic jobs.', JOB_SECONDS, 'task')
  // starts at 0, so that Prometheus sees the first increase
  for (const paid_by of ['credit', 'plan']) exports.inc({ paid_by }, 0)

  return {
    recordRequest(verb, route, status, seconds) {
      const method = METHODS.has(verb) ? verb : 'other'
      requests.inc({ method, route, status })
      duration.observe({ method, route }, seconds)
    },
    recordExport: (byCredit) => exports.inc({ paid_by: byCredit ? 'credit' : 'plan' }),
    recordWebhook: (lagSeconds) => webhooks.observe(Math.max(0, lagSeconds)),
    expectJob(task) {
      for (const outcome of ['done', 'failed', 'stopped']) runs.inc({ task, outcome }, 0)
    },
    recordJobRun(task, outcome, seconds) {
      runs.inc({ task, outcome })
      runSeconds.observe({ task }, seconds)
    },
    report: async () => ({ type: register.contentType, text: await register.metrics() }),
  }
}
