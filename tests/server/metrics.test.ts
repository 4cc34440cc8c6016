import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leases, outbox, stripeEvents, trialImages } from '#drizzle/schema.ts'
import { readConfig } from '#server/config/config.ts'
import { toSeconds } from '#server/db/database.ts'
import type { MetricsRecorder } from '#server/deps/deps.ts'
import { withReports } from '#server/jobs/reports.ts'
import { listenForMetrics } from '#server/metrics/routes.ts'
import { openShop } from '../billing/shop.ts'
import { ORIGIN } from './helpers/browser.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'

const METRICS_TOKEN = 'watch-me-if-you-can'
const env = { METRICS_TOKEN, BILLING: 'sandbox' }
const text = async (metrics: MetricsRecorder | null) => (await metrics?.report())?.text ?? ''

/** Returns the samples in a report, each as 'name{labels} value'. */
const samples = (report: string) => report.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
const value = (report: string, series: string) => {
  const line = samples(report).find((sample) => sample.startsWith(`${series} `))
  return line === undefined ? null : Number(line.slice(series.length + 1))
}

let server: TestServer

it('the server collects metrics only if configured', async () => {
  server = await startTestServer()
  expect(server.deps.metrics).toBeNull()
  const answer = await server.visitor.send('/metrics')
  expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([404, 'not_found'])
})

describe('metrics of requests', () => {
  it('the metrics count requests by route pattern, not by path', async () => {
    const files = [{ path: '/index.html', size: 4, content: Buffer.from('page') }]
    server = await startTestServer({ env, files })
    const anna = await server.signUp('anna@example.org')
    for (const id of ['one-export', 'two-export'])
      await anna.send(`/api/trial-images/stored/${id}`, { method: 'DELETE' })
    await anna.send('/api/profile?secret=1')
    await anna.send('/')
    const report = await text(server.deps.metrics)
    const count = (labels: string) => value(report, `midground_http_requests_total{${labels}}`)
    expect(count('method="POST",route="/api/auth/signup",status="201"')).toBe(1)
    expect(count('method="DELETE",route="/api/trial-images/stored/:id",status="404"')).toBe(2)
    expect(count('method="GET",route="/api/profile",status="200"')).toBe(1)
    expect(count('method="GET",route="files",status="200"')).toBe(1)
    const seen = 'midground_http_request_duration_seconds_count{method="DELETE",route="/api/trial-images/stored/:id"}'
    expect(value(report, seen)).toBe(2)
    for (const word of [anna.id, 'anna@', 'one-export', 'secret', anna.cookie]) expect(report).not.toContain(word)
  })

  it('requests with random paths and methods create at most one time series per route', async () => {
    server = await startTestServer({ env })
    const hostile = async (from: number, to: number) => {
      for (let i = from; i < to; i++) {
        const method = ['GET', 'POST', 'PUT', 'PROPFIND', `X${i}`][i % 5] ?? 'GET'
        await server.app.request(`${ORIGIN}/${['api/', '', 'metrics/'][i % 3]}nothing-${i}`, { method })
        await server.visitor.send(`/api/trial-images/stored/key-${i}-x`, { method: 'DELETE' })
      }
    }
    await hostile(0, 15)
    const before = samples(await text(server.deps.metrics)).filter((line) => line.startsWith('midground_http')).length
    await hostile(15, 90)
    const after = samples(await text(server.deps.metrics)).filter((line) => line.startsWith('midground_http')).length
    expect(after).toBe(before)
  })
})

it('the metrics count downloads by payment: credit or plan', async () => {
  server = await startTestServer({ env })
  const anna = await server.signUp('anna@example.org')
  const take = (key: string) => anna.send('/api/downloads', { method: 'POST', headers: { 'idempotency-key': key } })
  const taken = [await take('first-export'), await take('second-export'), await take('third-export')]
  expect(taken.map(({ status }) => status)).toEqual([200, 200, 402])
  const report = await text(server.deps.metrics)
  expect(value(report, 'midground_exports_total{paid_by="credit"}')).toBe(2)
  expect(value(report, 'midground_exports_total{paid_by="plan"}')).toBe(0)
})

it('the metrics report queued emails, unfinished events, stored images and the newest nightly backup', async () => {
  server = await startTestServer({ env })
  const { db, clock, folder } = server
  const anna = await server.signUp('anna@example.org')
  const now = toSeconds(clock.ms)
  const late = { nextAt: now + 1800, tries: 3 }
  const mails = [{}, { nextAt: now - 90 }, { sentAt: now }, { failedAt: now }, late]
  const mail = { to: 'x', template: 't', data: '{}', nextAt: now - 60 }
  const mailRows = mails.map((change, id) => ({ ...mail, ...change, id: String(id) }))
  db.orm.insert(outbox).values(mailRows).run()
  const events = [{}, { receivedAt: now - 40 }, { doneAt: now, receivedAt: now - 500 }]
  const event = { type: 't', created: now, receivedAt: now - 30 }
  const eventRows = events.map((change, id) => ({ ...event, ...change, id: String(id) }))
  db.orm.insert(stripeEvents).values(eventRows).run()
  const lease = { name: 'retention', holder: 'x', untilMs: 0, lastRunMs: clock.ms - 5000 }
  db.orm.insert(leases).values(lease).run()
  const times = { createdAt: 0, deleteAfter: 0 }
  const row = { id: '1', storageKey: 'aa/1', bytes: 700, editorType: 'x', width: 1, height: 1, ...times }
  db.orm
    .insert(trialImages)
    .values({ userId: anna.id, ...row })
    .run()
  mkdirSync(join(folder, 'backups'))
  for (const [name, seconds] of [
    ['midground-2026-11-29T020000Z.db', 1000],
    ['midground-2026-11-30T020000Z.db', 2000],
    ['midground-2026-11-30T020000Z.db.part', 3000],
    ['manual-2026-11-30T030000Z.db', 4000],
  ] as const) {
    writeFileSync(join(folder, 'backups', name), 'x')
    utimesSync(join(folder, 'backups', name), seconds, seconds)
  }
  const report = await text(server.deps.metrics)
  const found = (name: string) => value(report, `midground_${name}`)
  const wanted = {
    'outbox_mails{state="waiting"}': 2,
    'outbox_mails{state="stuck"}': 1,
    'outbox_mails{state="failed"}': 1,
    outbox_last_sent_timestamp_seconds: now,
    outbox_overdue_seconds: expect.closeTo(90, -0.5),
    webhook_events_undone: 2,
    webhook_undone_seconds: expect.closeTo(40, -0.5),
    'job_last_done_timestamp_seconds{task="retention"}': (clock.ms - 5000) / 1000,
    pictures_stored: 1,
    pictures_stored_bytes: 700,
    pictures_room_bytes: 5_000_000_000,
    backup_newest_timestamp_seconds: 2000,
    ready: 1,
    metrics_failures_total: 0,
  }
  expect(Object.fromEntries(Object.keys(wanted).map((name) => [name, found(name)]))).toEqual(wanted)
  expect(found('disk_free_bytes')).toBeGreaterThan(0)
  expect(found('disk_free_bytes')).toBeLessThanOrEqual(found('disk_size_bytes') ?? 0)
  expect(found('database_bytes')).toBeGreaterThan(10_000)
  expect(report).toContain('nodejs_eventloop_lag_p99_seconds')
})

it('/metrics responds while the database fails', async () => {
  server = await startTestServer({ env })
  const broken = { ...server.db, query: () => Promise.reject(new Error('away')), probe: async () => 'full' as const }
  const { createMetrics } = await import('#server/metrics/metrics.ts')
  const metrics = createMetrics({ config: server.deps.config, now: server.deps.now, db: broken })
  metrics.recordRequest('GET', '/readyz', 503, 0.1)
  await text(metrics)
  const report = await text(metrics)
  expect(value(report, 'midground_ready')).toBe(0)
  expect(value(report, 'midground_http_requests_total{method="GET",route="/readyz",status="503"}')).toBe(1)
  expect(value(report, 'midground_outbox_overdue_seconds')).toBeNull()
  expect(value(report, 'midground_metrics_failures_total')).toBeGreaterThan(3)
})

it('METRICS_PORT serves only /metrics', async () => {
  server = await startTestServer({ env: { BILLING: 'off', METRICS_PORT: '0' } })
  const port = await listenForMetrics(server.deps)
  if (port === null) throw new Error('it does not listen')
  const ask = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port.port}${path}`, { headers })
  const found = await ask('/metrics')
  expect([found.status, found.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
  expect(await found.text()).toContain('midground_ready 1')
  expect([(await ask('/')).status, (await ask('/api/config')).status]).toEqual([404, 404])
  // without a token, the main port doesn't serve metrics
  expect((await server.visitor.send('/metrics')).status).toBe(404)
  port.close()
})

it('the metrics port requires the configured token', async () => {
  server = await startTestServer({ env: { METRICS_TOKEN } })
  const squatter = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => squatter.once('listening', resolve))
  const { port } = squatter.address() as AddressInfo
  const config = readConfig({ METRICS_PORT: String(port), METRICS_TOKEN })
  await expect(listenForMetrics({ ...server.deps, config })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken. Choose another one, e.g. METRICS_PORT=${port + 1}`,
  )
  squatter.close()
  const open = await listenForMetrics({ ...server.deps, config: readConfig({ METRICS_PORT: '0', METRICS_TOKEN }) })
  if (open === null) throw new Error('it does not listen')
  const ask = async (headers = {}) => (await fetch(`http://127.0.0.1:${open.port}/metrics`, { headers })).status
  expect([await ask(), await ask({ authorization: `Bearer ${METRICS_TOKEN}` })]).toEqual([401, 200])
  open.close()
})

it("the metrics count a job's runs by their outcome", async () => {
  server = await startTestServer({ env })
  const { metrics } = server.deps
  const job = { name: 'tea', due: () => 0, deadlineMs: 1000, pollMs: 1000 }
  const stop = new AbortController()
  const run = async (work: () => Promise<void>) => withReports({ ...job, run: work }, server.deps).run(stop.signal, 0)
  withReports({ ...job, run: async () => undefined }, server.deps)
  const failures = 'midground_job_runs_total{task="tea",outcome="failed"}'
  expect(
    value(await text(metrics), failures),
    'zero is reported before the first failure, so that an alert notices the first failure',
  ).toBe(0)
  await run(async () => undefined)
  await expect(run(() => Promise.reject(new Error('cold')))).rejects.toThrow('cold')
  stop.abort()
  await expect(run(() => Promise.reject(new Error('over')))).rejects.toThrow('over')
  const report = await text(metrics)
  for (const outcome of ['done', 'failed', 'stopped'])
    expect(value(report, `midground_job_runs_total{task="tea",outcome="${outcome}"}`)).toBe(1)
  expect(value(report, 'midground_job_duration_seconds_count{task="tea"}')).toBe(3)
})

it('the metrics measure the delay of each billing event once, even if repeated', async () => {
  server = await startTestServer()
  const shop = await openShop({ env: { METRICS_TOKEN } })
  const customer = await shop.sandbox.provider.createCustomer({ userId: 'u', email: 'x@example.org' }, null)
  const [event] = shop.sandbox.world.events
  if (!event) throw new Error(`no event of ${customer}`)
  shop.clock.seconds += 20
  expect([await shop.webhook(event), await shop.webhook(event)]).toEqual([200, 200])
  const report = await text(shop.deps.metrics)
  expect(value(report, 'midground_webhook_lag_seconds_count')).toBe(1)
  expect(value(report, 'midground_webhook_lag_seconds_sum')).toBe(20)
})
