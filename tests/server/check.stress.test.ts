/** Tests `midground check` and `mail-test` with real servers for rows, files and emails, and with the sandbox's API. */
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noStore } from '#server/billing/sandbox/fixtures/customers.ts'
import { type Sandbox, startSandbox } from '#server/billing/sandbox/sandbox.ts'
import { type Engine, HAS_LIBSQL, startLibsql } from '../conformance/engines.ts'
import { freshDatabase } from '../helpers/database.ts'
import { makeFolder } from '../helpers/folders.ts'
import { freePort } from '../helpers/freePort.ts'
import { type Bucket, startBucket } from './helpers/bucket.ts'
import { runProgram, startProgram } from './helpers/process.ts'

let client: string
beforeAll(() => {
  client = makeFolder()
  chmodSync(client, 0o755)
  writeFileSync(join(client, 'index.html'), '<!doctype html><title>Midground</title>')
})

/** Runs `midground check`. `line` returns the line about a service, 'ok …' or 'FAILED …', or else the whole output. */
async function check(env: Record<string, string>) {
  const { code, output } = await runProgram(['check'], { CLIENT_DIR: client, ...env })
  const lines = output.trim().split('\n')
  const line = (part: string) => lines.find((each) => each.includes(` ${part} `)) ?? output
  return { code, output, line }
}

describe('midground check with a bucket', () => {
  let bucket: Bucket
  beforeAll(async () => {
    bucket = await startBucket()
  })
  afterAll(() => bucket.close())
  const at = (change: Record<string, string> = {}) => ({
    DATA_DIR: makeFolder(),
    TRIAL_IMAGES_URL: bucket.url,
    ...bucket.keys,
    ...change,
  })

  it('midground check writes and reads a test object in the bucket', async () => {
    const { code, line } = await check(at())
    expect([code, line('pictures')]).toEqual([0, expect.stringMatching(/^ok .* bucket pictures$/)])
    expect(bucket.asked.filter((asked) => asked.startsWith('PUT'))).toHaveLength(1)
    expect(bucket.asked.filter((asked) => asked.startsWith('DELETE'))).toHaveLength(1)
  })

  it.each([
    ['key id', () => at({ S3_ACCESS_KEY_ID: 'SOMEBODY' }), 'InvalidAccessKeyId'],
    ['bucket', () => at({ TRIAL_IMAGES_URL: bucket.url.replace('pictures', 'nothing') }), 'NoSuchBucket'],
    ['host', () => at({ TRIAL_IMAGES_URL: 's3://pictures?endpoint=http://127.0.0.1:1' }), 'ECONNREFUSED'],
  ])('midground check rejects a bucket setting with a wrong %s', async (_what, env, words) => {
    const { code, line, output } = await check(env())
    expect([code, line('pictures')]).toEqual([1, expect.stringMatching(/^FAILED/)])
    expect(line('pictures')).toContain(words)
    expect(output).not.toMatch(/^\s+at /m)
  })
})

describe('midground check with a mail server', () => {
  let smtp: SMTPServer
  let received: string[] = []
  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _session, done) =>
        password === 'right' ? done(null, { user: username }) : done(new Error('Invalid username or password')),
      onData(stream, session, done) {
        received = session.envelope.rcptTo.map(({ address }) => address)
        stream.resume().once('end', () => done())
      },
    })
    smtp.listen(0, '127.0.0.1')
    await once(smtp.server, 'listening')
  })
  afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
  const at = (change: Record<string, string> = {}) => ({
    DATA_DIR: makeFolder(),
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String((smtp.server.address() as AddressInfo).port),
    SMTP_FROM: 'hello@example.org',
    SMTP_TLS: 'off',
    ...change,
  })

  it.each([
    ['accepts the connection', {}, 0, /^ok .*connected to 127\.0\.0\.1/],
    ['accepts the password', { SMTP_USER: 'midground', SMTP_PASSWORD: 'right' }, 0, /^ok/],
    ['rejects the password', { SMTP_USER: 'midground', SMTP_PASSWORD: 'wrong' }, 1, /^FAILED .*Invalid/],
    ['offers no TLS', { SMTP_TLS: 'required' }, 1, /^FAILED .*offers no TLS/],
    ['does not respond', { SMTP_PORT: '1' }, 1, /^FAILED .*ECONNREFUSED/],
  ])('midground check reports a mail server that %s', async (_what, change, expected, words) => {
    const { code, line } = await check(at(change))
    expect([code, line('mail')]).toEqual([expected, expect.stringMatching(words)])
  })

  it('midground mail-test sends an email to the mail server', async () => {
    const { code, output } = await runProgram(['mail-test', 'anna@example.org'], at())
    expect([code, output.trim()]).toEqual([
      0,
      '127.0.0.1 accepted an email to anna@example.org from hello@example.org.',
    ])
    expect(received).toEqual(['anna@example.org'])
    expect(await runProgram(['mail-test', 'anna@example.org'], at({ SMTP_PORT: '1' }))).toEqual({
      code: 1,
      output: expect.stringMatching(/^The mail was not sent: [^\n]*\n$/),
    })
  })
})

describe('midground check with Stripe', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    const prices = { monthly: 'price_m', yearly: 'price_y' }
    sandbox = await startSandbox({ prices, brand: 'Midground', now: Date.now, store: noStore, deliver: null })
  })
  afterAll(() => sandbox.close())
  const at = (change: Record<string, string> = {}) => ({
    DATA_DIR: makeFolder(),
    BILLING: 'stripe',
    STRIPE_API_BASE: sandbox.apiBase.href,
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PRICE_MONTHLY: 'price_m',
    STRIPE_PRICE_YEARLY: 'price_y',
    ...change,
  })

  it.each([
    ['accepts the key and the prices', {}, 0, /^ok/],
    ['rejects the key', { STRIPE_SECRET_KEY: 'sk_test_other' }, 1, /^FAILED .*Invalid API Key/],
    ['does not know a price', { STRIPE_PRICE_YEARLY: 'price_z' }, 1, /^FAILED .*YEARLY: Stripe knows no price price_z/],
    [
      'has the monthly and yearly price swapped',
      { STRIPE_PRICE_MONTHLY: 'price_y', STRIPE_PRICE_YEARLY: 'price_m' },
      1,
      /does not renew every month/,
    ],
    ['does not respond', { STRIPE_API_BASE: 'http://127.0.0.1:1' }, 1, /^FAILED/],
  ])('midground check reports that Stripe %s', async (_what, change, expected, words) => {
    const { code, line } = await check(at(change))
    expect([code, line('billing')]).toEqual([expected, expect.stringMatching(words)])
  })
})

describe('midground check with the database', () => {
  it('midground check does not create a database file', async () => {
    const folder = join(makeFolder(), 'data')
    const { code, line } = await check({ DATA_DIR: folder })
    expect([code, line('database')]).toEqual([0, expect.stringContaining('will be made')])
    expect(existsSync(folder)).toBe(false)
    mkdirSync(folder)
    freshDatabase(join(folder, 'midground.db')).close()
    expect((await check({ DATA_DIR: folder })).line('database')).toMatch(/^ok .* is whole$/)
    writeFileSync(join(folder, 'midground.db'), 'x'.repeat(9000))
    expect(await check({ DATA_DIR: folder })).toMatchObject({ code: 1 })
  })

  describe.skipIf(!HAS_LIBSQL)('a libSQL server as database', () => {
    let engine: Engine
    beforeAll(async () => {
      engine = await startLibsql()
    })
    afterAll(() => engine.stop())

    it('midground check reports a libSQL server that is down', async () => {
      const env = { DATA_DIR: makeFolder(), DATABASE_URL: engine.url }
      expect((await check(env)).line('database')).toMatch(/^ok .* can be written to and is empty$/)
      await (await startProgram({ ...env, BILLING: 'off' })).stop() // the start creates the tables
      expect((await check(env)).line('database')).toMatch(/^ok .* has schema version \d+ of \d+$/)
      const away = { ...env, DATABASE_URL: `http://127.0.0.1:${await freePort()}` }
      expect((await check(away)).line('database')).toMatch(/^FAILED .* cannot be reached\.$/)
    })
  })
})
