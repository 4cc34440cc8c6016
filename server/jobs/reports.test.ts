import { pino } from 'pino'
import { expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import type { Mail } from '#server/deps/deps.ts'
import type { Job } from './jobs.ts'
import { withReports } from './reports.ts'

const NOW = 1_800_000_000_000
const log = pino({ level: 'silent' })

function set(env: Record<string, string>, run: Job['run']) {
  const mails: Mail[] = []
  const mail = { on: true, queue: async (one: Mail) => void mails.push(one) }
  const job: Job = { name: 'backup', due: () => 0, deadlineMs: 1000, pollMs: 1000, run }
  const metrics = { expectJob: () => undefined, recordJobRun: () => undefined }
  return { mails, job: withReports(job, { mail, config: readConfig(env), now: () => NOW, log, metrics }) }
}

const fail: Job['run'] = () => Promise.reject(new Error('The disk is full.'))
const env = { OPERATOR_EMAIL: 'op@example.org', PUBLIC_ORIGIN: 'http://localhost:3000' }
const never = new AbortController().signal

it('the operator gets at most one email a day with the reason why a job failed', async () => {
  const { mails, job } = set(env, fail)
  await expect(job.run(never, 0)).rejects.toThrow('disk is full')
  expect(mails).toEqual([
    {
      template: 'operator-notice',
      to: 'op@example.org',
      data: {
        subject: 'Midground: the job "backup" failed',
        text: 'The job "backup" on http://localhost:3000 failed: The disk is full. It will be retried. See the log for details.',
      },
      dedupe: 'job-failed:backup:20833',
    },
  ])
})

it('the email about a failed job adds a full stop after the reason', async () => {
  const { mails, job } = set(env, () => Promise.reject(new Error("EROFS: read-only file system, open '/data/x'")))
  await expect(job.run(never, 0)).rejects.toThrow('EROFS')
  expect(mails[0]?.data).toMatchObject({ text: expect.stringContaining("open '/data/x'. It will be retried.") })
})

it.each([
  ['is done', env, async () => undefined],
  ['fails without an operator address', {}, fail],
])('no failure email is sent when a job %s', async (_what, settings, run) => {
  const { mails, job } = set(settings, run)
  await job.run(never, 0).catch(() => undefined)
  expect(mails).toEqual([])
})

it("an aborted job doesn't send an email", async () => {
  const { mails, job } = set(env, fail)
  await expect(job.run(AbortSignal.abort(), 0)).rejects.toThrow()
  expect(mails).toEqual([])
})
