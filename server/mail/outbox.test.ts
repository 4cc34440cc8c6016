import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FileDatabase } from '#server/db/open.ts'
import type { Mail, TemplateMail } from '#server/deps/deps.ts'
import { freshDatabase } from '../../tests/helpers/database.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { SEND_MS, smtpTransport, type Transport } from './transport.ts'

const reset: Mail = {
  template: 'reset-password',
  to: 'anna@example.org',
  data: { link: 'https://photos.example.org/#reset-password=x' },
}

interface Received {
  from: string | undefined
  to: string[]
  source: string
}

let received: Received[]
/** Number of the next emails that the mail server will reject. */
let refusals: number
let smtp: SMTPServer
let transport: Transport
let db: FileDatabase
let outbox: Outbox
let now: number

beforeEach(async () => {
  received = []
  refusals = 0
  now = 1_800_000_000_000
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, session, done) {
      const source = Buffer.concat(await stream.toArray()).toString()
      if (refusals-- > 0) return done(Object.assign(new Error('greylisted'), { responseCode: 451 }))
      const { mailFrom, rcptTo } = session.envelope
      received.push({ from: mailFrom ? mailFrom.address : undefined, to: rcptTo.map(({ address }) => address), source })
      done()
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  const from = 'Midground <hello@example.org>'
  transport = smtpTransport({ host: '127.0.0.1', port, tls: 'off', user: null, password: null, from })
  db = freshDatabase()
  outbox = outboxWith(transport)
})

afterEach(async () => {
  transport.close()
  db.close()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})

const outboxWith = (transport: Transport | null): Outbox =>
  createOutbox({
    db,
    now: () => now,
    random: randomBytes,
    log: pino({ level: 'silent' }),
    brandName: 'Midground',
    resolveMail: async (mail: Mail) => mail as TemplateMail, // the tests queue only emails with a known template
    transport,
  })

const rows = () =>
  db.orm.all<{ tries: number; sent_at: number | null; failed_at: number | null; data: string }>(
    sql`select * from outbox`,
  )

it('the outbox sends an email as text and HTML through a mail server', async () => {
  await outbox.queue(reset)
  expect(await outbox.flush()).toBe(1)
  expect(received).toMatchObject([{ from: 'hello@example.org', to: ['anna@example.org'] }])
  const { source } = received[0]!
  expect(source).toContain('Subject: Reset your Midground password')
  expect(source).toContain('text/plain')
  expect(source).toContain('text/html')
  expect(source.match(/^(To|Cc|Bcc):.*$/gm)).toEqual(['To: anna@example.org'])
})

it('the outbox sends each email once, then deletes its content', async () => {
  await outbox.queue(reset)
  await outbox.flush()
  now += 86_400_000
  expect(await outbox.flush()).toBe(0)
  expect(received).toHaveLength(1)
  expect(rows()).toMatchObject([{ data: '{}', to: '' }])
})

it('the outbox sends only one email for the same event', async () => {
  await outbox.queue({ ...reset, dedupe: 'evt_1' })
  await outbox.queue({ ...reset, dedupe: 'evt_1' })
  expect(await outbox.flush()).toBe(1)
})

it('the outbox retries a failed email after 1 minute, 5 minutes, 30 minutes and 6 hours', async () => {
  refusals = 99
  await outbox.queue(reset)
  for (const minutes of [1, 5, 30, 360]) {
    await outbox.flush()
    now += minutes * 60_000 - 1000
    const tries = rows()[0]?.tries
    await outbox.flush()
    expect(rows()[0]?.tries).toBe(tries) // the next attempt isn't due
    now += 1000
  }
  await outbox.flush()
  expect(rows()).toMatchObject([{ tries: 5, failed_at: now / 1000, data: '{}', to: '' }])
  now += 30 * 86_400_000
  await outbox.flush()
  expect(received).toEqual([])
})

it('the outbox retries a rejected email until the mail server accepts it', async () => {
  refusals = 1
  await outbox.queue(reset)
  expect(await outbox.flush()).toBe(0)
  now += 60_000
  expect(await outbox.flush()).toBe(1)
  expect(received).toHaveLength(1)
})

it('two processes never send the same email', async () => {
  const other = outboxWith(transport)
  await outbox.queue(reset)
  const sent = await Promise.all([outbox.flush(), other.flush()])
  expect(sent.sort()).toEqual([0, 1])
  expect(received).toHaveLength(1)
})

/** Creates an outbox with a mail server that accepts an email and never responds. */
function hangingOutbox(): { hanging: Outbox; took: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const hanging = outboxWith({ send: () => new Promise(() => resolve()), close: () => undefined })
  return { hanging, took: promise }
}

it("the outbox waits 10 minutes for the mail server's reply", async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout')
  await outbox.queue(reset)
  expect(await outbox.flush()).toBe(1)
  expect(limits.mock.calls.map(([ms]) => ms > 600_000)).toEqual([true])
  limits.mockRestore()
})

it('a new email does not wait for an email that hangs at the mail server', async () => {
  const sent: string[] = []
  const send = async (to: string) => {
    sent.push(to)
    if (to === 'anna@example.org') await new Promise(() => undefined)
  }
  const stop = new AbortController()
  await outbox.queue(reset)
  const flushed = outboxWith({ send, close: () => undefined }).flush(stop.signal)
  await expect.poll(() => sent).toEqual(['anna@example.org'])
  await outbox.queue({ ...reset, to: 'ben@example.org' })
  await expect.poll(() => sent, { timeout: 5000 }).toEqual(['anna@example.org', 'ben@example.org'])
  stop.abort()
  expect(await flushed).toBe(1)
})

it('the outbox can be stopped while the mail server hangs', async () => {
  await outbox.queue(reset)
  const { hanging, took } = hangingOutbox()
  const stop = new AbortController()
  const flushed = hanging.flush(stop.signal)
  await took
  stop.abort()
  expect(await flushed).toBe(0)
  expect(rows()).toMatchObject([{ tries: 0, sent_at: null }])
  expect(await outbox.flush()).toBe(1)
})

it('another process sends an email that a killed process has claimed', async () => {
  await outbox.queue(reset)
  const { hanging, took } = hangingOutbox()
  const stop = new AbortController()
  const killed = hanging.flush(stop.signal) // simulates the killed process, which doesn't send emails
  await took
  now += SEND_MS
  expect(await outbox.flush()).toBe(0)
  now += 60_000
  expect(await outbox.flush()).toBe(1)
  stop.abort()
  await killed // the database must not be closed before this run ends
})

it('the outbox sends emails queued while the clock was a year ahead', async () => {
  now += 365 * 86_400_000
  await outbox.queue(reset)
  now -= 365 * 86_400_000
  expect(await outbox.flush()).toBe(1)
})

it.each(['b@x.org\r\nBcc: evil@example.org', 'b@x.org, evil@example.org', '<b@x.org>', 'b@x.org evil@example.org'])(
  'the outbox does not send an email to the invalid address %j',
  async (to) => {
    await outbox.queue({ ...reset, to })
    expect(await outbox.flush()).toBe(0)
    expect(received).toEqual([])
  },
)

it('the subject and the text of an email can add neither a header nor HTML', async () => {
  await outbox.queue({
    template: 'operator-notice',
    to: 'op@example.org',
    data: { subject: 'a\r\nBcc: evil@example.org', text: '<script>alert(1)</script>' },
  })
  await outbox.flush()
  expect(received[0]?.to).toEqual(['op@example.org'])
  expect(received[0]?.source).not.toMatch(/^Bcc:/m)
  expect(received[0]?.source).toContain('&lt;script&gt;')
})

it('the outbox does not store an email without a mail server', async () => {
  const silent = outboxWith(null)
  await silent.queue(reset)
  expect([silent.on, rows().length, await silent.flush()]).toEqual([false, 0, 0])
})
