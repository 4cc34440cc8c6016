/** Tests that one line reports each invalid value of each setting. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { makeFolder } from '../../tests/helpers/folders.ts'
import { ConfigError, readConfig } from './config.ts'
import type { VariableName } from './variables.ts'

const folder = makeFolder()
const path = (name: string) => join(folder, name)
beforeAll(() => {
  mkdirSync(path('folder'))
  writeFileSync(path('empty'), '\n')
  writeFileSync(path('secret'), 'sk_test_1')
  writeFileSync(path('two-lines'), 'sk_test_1\nsk_test_2')
  symlinkSync('loop', path('loop')) // even root can't read a symlink loop
})

type Environment = Readonly<Record<string, string>>
/** The mistake, the environment, and a part of the expected message. */
type Case = readonly [what: string, env: Environment, words: string]

const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const PRICES = { STRIPE_PRICE_MONTHLY: 'price_m', STRIPE_PRICE_YEARLY: 'price_y' }
const SMTP = { SMTP_HOST: 'mail.example.org', SMTP_FROM: 'hello@example.org' }
const BUCKET = { TRIAL_IMAGES_URL: 's3://pictures', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }

const bucket = (TRIAL_IMAGES_URL: string): Environment => ({ ...BUCKET, TRIAL_IMAGES_URL })
const number = (name: VariableName, least: string, most: string): Case[] =>
  ['one', '1.5', '0x10', least, most].map((value) => [`"${value}"`, { [name]: value }, `${name} must be a whole`])
const choice = (name: VariableName, env: Environment = {}): Case[] => [
  ['a word that it does not know', { ...env, [name]: 'maybe' }, name],
]
/** Mistakes in the file that NAME_FILE names. */
const secretFile = (name: VariableName, env: Environment = {}): Case[] => [
  ['a missing file', { ...env, [`${name}_FILE`]: path('missing') }, `${name}_FILE: ${path('missing')} does not exist`],
  ['a folder', { ...env, [`${name}_FILE`]: path('folder') }, `${name}_FILE: ${path('folder')} is a folder`],
  ['an unreadable file', { ...env, [`${name}_FILE`]: path('loop') }, `${path('loop')} cannot be read (ELOOP)`],
  ['an empty file', { ...env, [`${name}_FILE`]: path('empty') }, `${path('empty')} is empty`],
  ['a file of two lines', { ...env, [`${name}_FILE`]: path('two-lines') }, `${name}_FILE must be one line`],
  ['a value and a file', { ...env, [name]: 'x', [`${name}_FILE`]: path('secret') }, `${name}_FILE are both set`],
]

/** The type requires an entry for each setting. server/start/program.test.ts tests the folders and files. */
const CASES: Record<VariableName, readonly Case[]> = {
  PORT: [...number('PORT', '-1', '65536')],
  HOST: [
    ['an address beyond the range', { HOST: '127.0.0.999' }, 'HOST must be an IP address'],
    ['a URL', { HOST: 'http://127.0.0.1' }, 'HOST must be an IP address'],
  ],
  CLIENT_DIR: [],
  DATA_DIR: [],
  DATABASE_URL: [
    ['another protocol', { DATABASE_URL: 'postgres://rows.example.org' }, 'DATABASE_URL must be empty'],
    ['no host', { DATABASE_URL: 'libsql:' }, 'DATABASE_URL must be empty'],
    ['a user and a password', { DATABASE_URL: 'libsql://user:pw@rows.example.org' }, 'no user, password or parameters'],
    ['a token in it', { DATABASE_URL: 'libsql://rows.example.org?authToken=x' }, 'token goes into'],
    ['no file', { DATABASE_URL: 'file:' }, 'must name a file'],
    ['plain http to another machine', { DATABASE_URL: 'http://rows.example.org:8080' }, 'DATABASE_TLS=off'],
    ['TLS switched off in the address', { DATABASE_URL: 'libsql://rows.example.org:8080?tls=0' }, 'DATABASE_TLS=off'],
  ],
  DATABASE_TLS: choice('DATABASE_TLS'),
  DATABASE_AUTH_TOKEN: [
    ['blanks', { DATABASE_AUTH_TOKEN: 'Bearer x' }, 'DATABASE_AUTH_TOKEN must have no blanks'],
    ...secretFile('DATABASE_AUTH_TOKEN'),
  ],
  PUBLIC_ORIGIN: [
    ['a bare name', { PUBLIC_ORIGIN: 'photos.example.org' }, 'PUBLIC_ORIGIN must look like'],
    ['a path', { PUBLIC_ORIGIN: 'https://a.example/photos' }, 'without a path'],
    ['nothing behind a public address', { HOST: '0.0.0.0', BILLING: 'off' }, 'PUBLIC_ORIGIN is needed'],
  ],
  BRAND_NAME: [
    ['two lines', { BRAND_NAME: 'Mid\nground' }, 'BRAND_NAME must be one line'],
    ['a long text', { BRAND_NAME: 'x'.repeat(61) }, 'BRAND_NAME must have at most'],
  ],
  BILLING: [
    ...choice('BILLING'),
    ['Stripe without keys', { BILLING: 'stripe', ...PRICES }, 'BILLING=stripe needs STRIPE_SECRET_KEY'],
  ],
  STRIPE_SECRET_KEY: [
    ['the webhook secret', { ...STRIPE, ...PRICES, STRIPE_SECRET_KEY: 'whsec_1' }, 'STRIPE_SECRET_KEY must be'],
    ['the publishable key', { ...STRIPE, ...PRICES, STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY must be'],
    ['nothing', { STRIPE_WEBHOOK_SECRET: 'whsec_1', ...PRICES }, 'STRIPE_SECRET_KEY is missing'],
    ...secretFile('STRIPE_SECRET_KEY', { STRIPE_WEBHOOK_SECRET: 'whsec_1', ...PRICES }),
  ],
  STRIPE_WEBHOOK_SECRET: [
    ['the secret key', { ...STRIPE, ...PRICES, STRIPE_WEBHOOK_SECRET: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET must be'],
    ['nothing', { STRIPE_SECRET_KEY: 'sk_test_1', ...PRICES }, 'STRIPE_WEBHOOK_SECRET is missing'],
    ...secretFile('STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_test_1', ...PRICES }),
  ],
  STRIPE_PRICE_MONTHLY: [
    ['a product', { ...STRIPE, ...PRICES, STRIPE_PRICE_MONTHLY: 'prod_1' }, 'STRIPE_PRICE_MONTHLY must be the id'],
    ['nothing', { ...STRIPE, STRIPE_PRICE_YEARLY: 'price_y' }, 'STRIPE_PRICE_MONTHLY'],
  ],
  STRIPE_PRICE_YEARLY: [
    ['an amount', { ...STRIPE, ...PRICES, STRIPE_PRICE_YEARLY: '49.99' }, 'STRIPE_PRICE_YEARLY must be the id'],
    ['the monthly price', { ...STRIPE, ...PRICES, STRIPE_PRICE_YEARLY: 'price_m' }, 'are the same price'],
  ],
  STRIPE_OTHER_PRICES: [
    ['a product among them', { ...STRIPE, ...PRICES, STRIPE_OTHER_PRICES: 'price_1, prod_2' }, 'STRIPE_OTHER_PRICES'],
  ],
  STRIPE_API_BASE: [
    ['a foreign host', { ...STRIPE, ...PRICES, STRIPE_API_BASE: 'https://a.example' }, 'STRIPE_API_BASE may name'],
    ['no URL', { ...STRIPE, ...PRICES, STRIPE_API_BASE: '127.0.0.1' }, 'STRIPE_API_BASE may name'],
  ],
  GRACE_DAYS: number('GRACE_DAYS', '-1', '15'),
  FREE_DOWNLOAD_CREDITS: number('FREE_DOWNLOAD_CREDITS', '-1', '1000001'),
  TRIAL_IMAGES: choice('TRIAL_IMAGES'),
  TRIAL_IMAGE_DAYS: number('TRIAL_IMAGE_DAYS', '0', '3651'),
  TRIAL_IMAGES_PER_USER_MB: number('TRIAL_IMAGES_PER_USER_MB', '0', '1000001'),
  TRIAL_IMAGES_TOTAL_MB: number('TRIAL_IMAGES_TOTAL_MB', '0', '100000001'),
  TRIAL_IMAGES_URL: [
    ['an address on the web', bucket('https://s3.example.org/pictures'), 'must look like s3://'],
    ['no bucket', bucket('s3://'), 'must look like s3://'],
    ['a folder', bucket(path('folder')), 'must look like s3://'],
    ['an unknown parameter', bucket('s3://pictures?endpont=x'), 'knows no endpont'],
    ['an endpoint without a protocol', bucket('s3://pictures?endpoint=x.example'), 'endpoint in'],
  ],
  S3_ACCESS_KEY_ID: [['nothing', { ...BUCKET, S3_ACCESS_KEY_ID: '' }, 'are needed together']],
  S3_SECRET_ACCESS_KEY: [
    ['nothing', { ...BUCKET, S3_SECRET_ACCESS_KEY: '' }, 'are needed together'],
    ...secretFile('S3_SECRET_ACCESS_KEY', { ...BUCKET, S3_SECRET_ACCESS_KEY: '' }),
  ],
  SMTP_HOST: [
    ['a URL', { ...SMTP, SMTP_HOST: 'smtp://mail.example.org' }, 'SMTP_HOST must be a host name'],
    ['a port in it', { ...SMTP, SMTP_HOST: 'mail.example.org:587' }, 'SMTP_HOST must be a host name'],
  ],
  SMTP_PORT: number('SMTP_PORT', '0', '65536').map(([what, env, words]) => [what, { ...SMTP, ...env }, words]),
  SMTP_TLS: choice('SMTP_TLS', SMTP),
  SMTP_USER: [['no password', { ...SMTP, SMTP_USER: 'midground' }, 'SMTP_USER and SMTP_PASSWORD are needed together']],
  SMTP_PASSWORD: [
    ['no user', { ...SMTP, SMTP_PASSWORD: 'secret' }, 'SMTP_USER and SMTP_PASSWORD are needed together'],
    ...secretFile('SMTP_PASSWORD', { ...SMTP, SMTP_USER: 'midground' }),
  ],
  SMTP_FROM: [
    ['a name', { ...SMTP, SMTP_FROM: 'nobody' }, 'SMTP_FROM must be a mail address'],
    ['two addresses', { ...SMTP, SMTP_FROM: 'a@example.org, b@example.org' }, 'SMTP_FROM must be a mail address'],
    ['a second header', { ...SMTP, SMTP_FROM: 'a@example.org\nBcc: b@example.org' }, 'SMTP_FROM must be one line'],
    ['nothing', { SMTP_HOST: 'mail.example.org' }, 'SMTP_FROM is needed'],
  ],
  REQUIRE_VERIFIED_EMAIL: [
    ...choice('REQUIRE_VERIFIED_EMAIL'),
    ['no mail server', { REQUIRE_VERIFIED_EMAIL: 'on' }, 'needs SMTP_HOST'],
  ],
  OPERATOR_EMAIL: [['a name', { ...SMTP, OPERATOR_EMAIL: 'x' }, 'OPERATOR_EMAIL must be a mail address']],
  SECURITY_CONTACT: [
    ['a name', { SECURITY_CONTACT: 'somebody' }, 'SECURITY_CONTACT must be a mail address'],
    ['plain http', { SECURITY_CONTACT: 'http://a.example' }, 'SECURITY_CONTACT must be a mail address'],
  ],
  HSTS_SUBDOMAINS: choice('HSTS_SUBDOMAINS'),
  TRUST_PROXY: number('TRUST_PROXY', '-1', '11'),
  RATE_LIMITS: [
    ['a rule that it does not know', { RATE_LIMITS: 'logn=3' }, 'RATE_LIMITS must be'],
    ...['sometimes', 'login', 'login=0', 'login=1.5', 'login=4 nothing=5'].map(
      (text): Case => [`"${text}"`, { RATE_LIMITS: text }, 'RATE_LIMITS must be'],
    ),
  ],
  DB_SYNC: choice('DB_SYNC'),
  ADMIN_SECOND_FACTOR: choice('ADMIN_SECOND_FACTOR'),
  BACKUPS: choice('BACKUPS'),
  BACKUP_KEEP_DAILY: number('BACKUP_KEEP_DAILY', '0', '366'),
  BACKUP_KEEP_WEEKLY: number('BACKUP_KEEP_WEEKLY', '-1', '521'),
  METRICS_PORT: [
    ...number('METRICS_PORT', '-1', '65536'),
    ['the port of the server', { PORT: '3999', METRICS_PORT: '3999' }, 'METRICS_PORT must differ from PORT'],
  ],
  METRICS_HOST: [
    ['an address beyond the range', { METRICS_PORT: '0', METRICS_HOST: '127.0.0.999' }, 'METRICS_HOST must be an IP'],
    ['a public address without a token', { METRICS_PORT: '0', METRICS_HOST: '0.0.0.0' }, 'needs METRICS_TOKEN'],
  ],
  METRICS_TOKEN: [
    ['a short one', { METRICS_TOKEN: 'short' }, 'METRICS_TOKEN needs 16 characters'],
    ...secretFile('METRICS_TOKEN'),
  ],
  LOG_LEVEL: choice('LOG_LEVEL'),
}

const ROWS = Object.entries(CASES).flatMap(([name, cases]) =>
  cases.map(([what, env, words]) => ({ name, what, env, words })),
)

function complaintOf(env: Environment): string {
  try {
    readConfig(env)
    return ''
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message
  }
}

it.each(ROWS)('the mistake "$name: $what" is reported in one line', ({ env, words }) => {
  const complaint = complaintOf(env)
  expect(complaint).toContain(words)
  expect(complaint.split('\n'), 'a heading and one line').toHaveLength(2)
  for (const secret of ['sk_test_1', 'user:pw']) expect(complaint).not.toContain(secret)
})
