/** Tests that the dashboard and the alerts use existing metrics, and that the documentation explains each alert. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { leases } from '#drizzle/schema.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../../server', path), 'utf8')
const alarms = read('metrics/alarms.yml')
const board = read('metrics/board.json')

let server: TestServer
let report = ''
beforeAll(async () => {
  server = await startTestServer({ env: { METRICS_TOKEN: 'watch-me-if-you-can', BACKUPS: 'on' } })
  await server.visitor.send('/api/config')
  server.db.orm.insert(leases).values({ name: 'retention', holder: 'x', untilMs: 0, lastRunMs: 1 }).run()
  server.deps.metrics?.recordJobRun('backup', 'done', 1)
  report = (await server.deps.metrics?.report())?.text ?? ''
})

/** Returns the names of metrics, without the suffixes of histograms. */
const namesIn = (text: string) => {
  const names = text.match(/\b(?:midground|nodejs|process)_[a-z0-9_]+/g) ?? []
  return [...new Set(names.map((name) => name.replace(/_(bucket|sum)$/, '')))]
}

describe.each([
  ['the alarms', alarms],
  ['the dashboard', board],
])('metrics in %s', (_what, text) => {
  it.each(namesIn(text))('the server exports the metric %s', (name) => {
    expect(report).toContain(`# TYPE ${name} `)
  })
})

it('the dashboard or an alert uses every metric of the product except four', () => {
  const kept = [...report.matchAll(/^# TYPE (midground_\S+)/gm)].map(([, name = '']) => name)
  const asked = new Set([...namesIn(alarms), ...namesIn(board)])
  const spare = ['midground_metrics_failures_total', 'midground_job_duration_seconds', 'midground_pictures_stored']
  expect(kept.filter((name) => !asked.has(name)).sort()).toEqual([...spare, 'midground_webhook_events_undone'].sort())
})

it('docs/operating/metrics.md names all six alerts', () => {
  const names = [...alarms.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name)
  expect(names).toHaveLength(6)
  for (const name of names) expect(read('../docs/operating/metrics.md')).toContain(`\`${name}\``)
})

it('no metric has a label that Prometheus sets for each target', () => {
  const labels = [...report.matchAll(/[{,](\w+)="/g)].map(([, name]) => name)
  expect(labels).toContain('task')
  for (const name of ['job', 'instance']) expect(labels).not.toContain(name)
})

it.each([
  ['the alarms', alarms],
  ['the dashboard', board],
])('%s select the metrics of jobs by the label task', (_what, text) => {
  const selections = text.match(/midground_job_\w+\{[^}]*\}/g) ?? []
  expect(selections.length).toBeGreaterThan(0)
  for (const selection of selections) expect(selection).not.toMatch(/\bjob\s*[=!]/)
  expect(text).toMatch(/by \(task\b|\{task=/)
})
