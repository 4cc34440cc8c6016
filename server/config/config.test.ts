import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder } from '../../tests/helpers/folders.ts'
import { readConfig } from './config.ts'

const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const prices = { STRIPE_PRICE_MONTHLY: 'price_m', STRIPE_PRICE_YEARLY: 'price_y' }
const publicAddress = { HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://photos.example.org' }

it('without environment variables, the server uses sandbox billing and listens on a loopback address', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    billing: 'sandbox',
    publicOrigin: 'http://127.0.0.1:3000',
    freeCredits: 2,
    graceDays: 3,
    trialImages: { on: true, days: 30 },
    requireVerifiedEmail: false,
    warnings: [],
  })
})

it.each([
  ['the sandbox on a public address', publicAddress, 'STRIPE_SECRET_KEY'],
  ['BILLING=sandbox on a public address', { ...publicAddress, BILLING: 'sandbox' }, 'loopback only'],
  ['the sandbox behind a proxy', { PUBLIC_ORIGIN: 'https://photos.example.org' }, 'STRIPE_SECRET_KEY'],
  ['RATE_LIMITS=off on a public address', { ...publicAddress, BILLING: 'off', RATE_LIMITS: 'off' }, 'RATE_LIMITS'],
])('the configuration rejects %s', (_what, env, words) => {
  expect(() => readConfig(env)).toThrow(words)
})

it('the error lists all mistakes of the configuration', () => {
  expect(() => readConfig({ PORT: 'x', GRACE_DAYS: '-1' })).toThrow(/PORT[\s\S]*GRACE_DAYS/)
})

it('readConfig reads a secret NAME from the file that the setting NAME_FILE specifies', () => {
  const file = join(makeFolder(), 'key')
  writeFileSync(file, 'sk_test_from_file\n')
  const config = readConfig({ ...keys, ...prices, STRIPE_SECRET_KEY: '', STRIPE_SECRET_KEY_FILE: file })
  expect(config.stripe?.secretKey).toBe('sk_test_from_file')
  expect(config.billing).toBe('stripe')
})

it('a public origin with plain http causes a warning', () => {
  const { warnings } = readConfig({ HOST: '0.0.0.0', PUBLIC_ORIGIN: 'http://photos.example.org', BILLING: 'off' })
  expect(warnings.join()).toContain('plain http')
})

it('configuring a mail server requires confirmed email addresses', () => {
  const config = readConfig({ SMTP_HOST: 'localhost', SMTP_FROM: 'a@example.org' })
  expect(config.requireVerifiedEmail).toBe(true)
})

it.each(['::1', '[::1]'])('SMTP_HOST=%s names the mail server without brackets', (SMTP_HOST) => {
  expect(readConfig({ SMTP_HOST, SMTP_FROM: 'a@example.org' }).smtp?.host).toBe('::1')
})

it('TRIAL_IMAGES_URL sets the folder or bucket for trial images', () => {
  const store = (TRIAL_IMAGES_URL: string, env = {}) => readConfig({ TRIAL_IMAGES_URL, ...env }).trialImages.store
  expect(store('')).toMatchObject({ kind: 'folder', folder: expect.stringMatching(/trial-images$/) })
  expect(store('s3://pictures')).toEqual({
    kind: 's3',
    bucket: 'pictures',
    prefix: '',
    endpoint: null,
    region: 'us-east-1',
    pathStyle: false,
    keys: null,
  })
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  expect(store('s3://pictures/a/b/?endpoint=https://s3.example.org/&region=eu-1', keys)).toEqual({
    kind: 's3',
    bucket: 'pictures',
    prefix: 'a/b/',
    endpoint: 'https://s3.example.org',
    region: 'eu-1',
    pathStyle: true,
    keys: { id: 'id', secret: 'secret' },
  })
  expect(readConfig({ TRIAL_IMAGES_URL: 's3://pictures?endpoint=http://s3.example.org' }).warnings).toHaveLength(1)
})

it("unknown variables that begin with the product's prefix cause a warning", () => {
  const allowed = { PORT_FILE: 'x', SMTP_PASSWORD_FILE: '', HOME: '/', LC_ALL: 'C' }
  expect(readConfig({ ...allowed, SMTP_PASS: 'x', STRIPE_PRICE_MONTLY: 'x' }).warnings).toEqual([
    'Unknown variable SMTP_PASS. See --help.',
    'Unknown variable STRIPE_PRICE_MONTLY. See --help.',
  ])
})

it.each([{ RENDER: 'on' }, { RENDER_JOBS: '2' }, { ERROR_HOOK_URL: 'https://hooks.example.org' }])(
  'the removed setting %o causes a warning',
  (env) => {
    expect(readConfig(env).warnings).toEqual([expect.stringMatching(/^(RENDER|ERROR_HOOK_URL).* no effect/)])
  },
)

it('with BILLING=off, the server does not store any trial images', () => {
  expect(readConfig({ BILLING: 'off' }).trialImages.on).toBe(false)
})

it.each([
  ['', '/data/midground.db', null],
  ['file:/var/rows.db', '/var/rows.db', null],
  ['file:///var/rows.db', '/var/rows.db', null],
  ['libsql://rows.example.org', '/data/midground.db', 'libsql://rows.example.org'],
  ['http://127.0.0.1:8080', '/data/midground.db', 'http://127.0.0.1:8080'],
])('DATABASE_URL accepts "%s"', (url, file, server) => {
  const { databaseFile, databaseServer } = readConfig({ DATA_DIR: '/data', DATABASE_URL: url })
  expect([databaseFile, databaseServer?.url ?? null]).toEqual([file, server])
})
