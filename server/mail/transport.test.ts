import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, Socket } from 'node:net'
import { pino } from 'pino'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, it, vi } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { freshDatabase } from '../../tests/helpers/database.ts'
import { createOutbox } from './outbox.ts'
import { smtpTransport, type Transport } from './transport.ts'

const email = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

let smtp: SMTPServer
let transport: Transport
let received = 0
let passwords: string[] = []

/** Starts a mail server and creates the transport from the settings. */
async function open(options: SMTPServerOptions, env: Record<string, string> = {}): Promise<void> {
  received = 0
  passwords = []
  smtp = new SMTPServer({
    authOptional: true,
    onAuth: ({ username, password }, _session, done) => {
      passwords.push(String(password))
      done(null, { user: username })
    },
    onData: (stream, _session, done) => void stream.resume().once('end', () => done(null, String(++received))),
    ...options,
  })
  smtp.on('error', () => undefined) // a client that rejects the certificate closes the connection
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const SMTP_PORT = String((smtp.server.address() as AddressInfo).port)
  const { smtp: settings } = readConfig({ SMTP_HOST: '127.0.0.1', SMTP_PORT, SMTP_FROM: 'a@example.org', ...env })
  transport = smtpTransport(settings!)
}

afterEach(async () => {
  transport.close()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})

it("the transport doesn't send the email or the password to a server without STARTTLS", async () => {
  await open({ disabledCommands: ['STARTTLS'] }, { SMTP_USER: 'anna', SMTP_PASSWORD: 'secret' })
  await expect(transport.send('b@example.org', email)).rejects.toThrow(
    'The mail server 127.0.0.1 offers no TLS, so nothing was sent. SMTP_TLS=off sends mails in clear.',
  )
  expect([received, passwords]).toEqual([0, []])
})

it("the transport doesn't send the email or the password to a server with an untrusted certificate", async () => {
  await open({}, { SMTP_USER: 'anna', SMTP_PASSWORD: 'secret' }) // smtp-server has a self-signed certificate
  await expect(transport.send('b@example.org', email)).rejects.toThrow(
    /^The certificate of the mail server 127\.0\.0\.1 is not valid \(.+\), so nothing was sent\.$/,
  )
  expect([received, passwords]).toEqual([0, []])
})

it('SMTP_TLS=off sends emails unencrypted', async () => {
  const env = { SMTP_TLS: 'off', SMTP_USER: 'anna', SMTP_PASSWORD: 'secret' }
  await open({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true }, env)
  await transport.send('b@example.org', email)
  expect([received, passwords]).toEqual([1, ['secret']])
})

it("the transport waits 10 minutes for the mail server's reply", async () => {
  const limits = vi.spyOn(Socket.prototype, 'setTimeout')
  await open({ disabledCommands: ['STARTTLS'] }, { SMTP_TLS: 'off' })
  await transport.send('b@example.org', email)
  expect(limits.mock.calls.map(([ms]) => ms)).toContain(600_000)
  limits.mockRestore()
})

it('a failed email adds one line with the reason to the log', async () => {
  await open({ disabledCommands: ['STARTTLS'] })
  const lines: string[] = []
  const db = freshDatabase()
  const outbox = createOutbox({
    db,
    now: Date.now,
    random: randomBytes,
    log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }),
    brandName: 'Midground',
    resolveMail: async (mail) => mail as never,
    transport,
  })
  await outbox.queue({ template: 'reset-password', to: 'b@example.org', data: { link: 'https://a.example' } })
  expect(await outbox.flush()).toBe(0)
  db.close()
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 50, msg: expect.stringContaining('offers no TLS') as string },
  ])
  expect(lines.join()).not.toContain('stack')
})
