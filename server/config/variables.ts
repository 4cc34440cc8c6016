/** Every environment variable that the server reads. `--help` and docs/operating/settings.md list them. */

import { DEFAULT_FREE_CREDITS } from '#server/contract/plans/limits.ts'

interface Variable {
  readonly default: string
  readonly doc: string
  /** true: the value may come from the file that NAME_FILE names, as with container secrets */
  readonly secret?: true
}

export const VARIABLES = {
  PORT: { default: '3000', doc: 'Port to listen on. 0 picks a free port.' },
  HOST: { default: '127.0.0.1', doc: 'Address to listen on. 0.0.0.0 means all addresses.' },
  CLIENT_DIR: {
    default: '',
    doc: 'Folder of the built client. If empty, `build/client` or the client inside the executable.',
  },
  DATA_DIR: { default: './data', doc: 'Folder for the database, backups and trial images.' },
  DATABASE_URL: {
    default: '',
    doc: 'Database location. `file:/path` is an SQLite file; `libsql:`, `http:` or `https:` is a libSQL server, which several processes can share. If empty, `midground.db` in DATA_DIR.',
  },
  DATABASE_TLS: {
    default: 'required',
    doc: '`off` allows plain `http:` to a libSQL server on another machine, for example over a private network.',
  },
  DATABASE_AUTH_TOKEN: { default: '', doc: 'Token for the libSQL server.', secret: true },
  PUBLIC_ORIGIN: {
    default: '',
    doc: 'The address your visitors type, e.g. `https://photos.example.org`. Needed unless HOST is loopback.',
  },
  BRAND_NAME: { default: '', doc: 'Product name shown to users.' },
  BILLING: {
    default: '',
    doc: '`stripe`, `sandbox` (loopback only) or `off` (everything is unlocked for every account). If empty: Stripe if its keys are set, otherwise the sandbox.',
  },
  STRIPE_SECRET_KEY: { default: '', doc: "Stripe's secret key.", secret: true },
  STRIPE_WEBHOOK_SECRET: {
    default: '',
    doc: 'Signing secret of the webhook endpoint `/api/stripe/webhook`.',
    secret: true,
  },
  STRIPE_PRICE_MONTHLY: { default: '', doc: 'Price id of the monthly plan.' },
  STRIPE_PRICE_YEARLY: { default: '', doc: 'Price id of the yearly plan.' },
  STRIPE_OTHER_PRICES: {
    default: '',
    doc: 'Other price IDs that grant Pro (for example, retired prices), separated by commas. Apart from these, only the monthly and the yearly price grant Pro.',
  },
  STRIPE_API_BASE: { default: '', doc: "Loopback address that replaces Stripe's API in tests." },
  GRACE_DAYS: { default: '3', doc: 'Days of Pro access after a failed renewal, 0 to 14.' },
  FREE_DOWNLOAD_CREDITS: { default: '', doc: `Download credits of a new account. Empty: ${DEFAULT_FREE_CREDITS}.` },
  TRIAL_IMAGES: {
    default: 'on',
    doc: '`on` stores the exports of trial users who did not opt out, `off` stores nothing.',
  },
  TRIAL_IMAGE_DAYS: { default: '30', doc: 'Days until a stored export is deleted.' },
  TRIAL_IMAGES_PER_USER_MB: { default: '200', doc: 'Storage limit for trial exports per account, in MB.' },
  TRIAL_IMAGES_TOTAL_MB: { default: '5000', doc: 'Storage limit for all trial exports, in MB.' },
  TRIAL_IMAGES_URL: {
    default: '',
    doc: 'Storage location of trial exports: `s3://bucket/folder?endpoint=https://s3.example.org&region=eu-1`. If empty, a folder in DATA_DIR.',
  },
  S3_ACCESS_KEY_ID: { default: '', doc: "Key id for the bucket. If empty, an Amazon machine's IAM role is used." },
  S3_SECRET_ACCESS_KEY: { default: '', doc: 'Secret key for the bucket.', secret: true },
  SMTP_HOST: {
    default: '',
    doc: "SMTP server. If empty, the server doesn't send email, and you create reset links with `reset-link`.",
  },
  SMTP_PORT: { default: '587', doc: 'Port 465 uses implicit TLS; other ports use STARTTLS.' },
  SMTP_TLS: {
    default: 'required',
    doc: '`required`: send only over TLS with a valid certificate. `off`: send unencrypted, including the password.',
  },
  SMTP_USER: { default: '', doc: 'User at the mail server.' },
  SMTP_PASSWORD: { default: '', doc: 'Password at the mail server.', secret: true },
  SMTP_FROM: { default: '', doc: 'Sender address of emails, e.g. `Midground <hello@example.org>`.' },
  REQUIRE_VERIFIED_EMAIL: {
    default: 'auto',
    doc: '`auto` (on if SMTP_HOST is set), `on` or `off`. If on, new users must open an emailed link before they can sign in, and checkout rejects unconfirmed email addresses.',
  },
  OPERATOR_EMAIL: {
    default: '',
    doc: 'Address that receives reports about refunds, disputes, duplicate subscriptions and failed jobs, such as the nightly backup. Signed-in users who lost a credit see this address as the contact.',
  },
  SECURITY_CONTACT: {
    default: '',
    doc: 'Contact for security reports in `/.well-known/security.txt`: an email address or an https URL. If empty, no file is served.',
  },
  HSTS_SUBDOMAINS: {
    default: 'off',
    doc: '`on` tells browsers that every subdomain of the host in PUBLIC_ORIGIN is https only, for a year.',
  },
  TRUST_PROXY: {
    default: '0',
    doc: 'Number of reverse proxies in front of the server whose X-Forwarded-For is trusted.',
  },
  ADMIN_SECOND_FACTOR: {
    default: 'off',
    doc: '`on` opens /admin only to administrators who signed in with two-step sign-in.',
  },
  RATE_LIMITS: {
    default: 'on',
    doc: 'Overrides the rate limits listed in `--help`, e.g. `login-failed=100 signup-h=500`. `off` is for tests on loopback only.',
  },
  DB_SYNC: {
    default: 'NORMAL',
    doc: "With `FULL`, a power cut doesn't lose the last second of writes, but writes are 10 times slower.",
  },
  BACKUPS: { default: 'on', doc: '`on` writes a backup of the database every night.' },
  BACKUP_KEEP_DAILY: { default: '7', doc: 'Number of stored nightly backups.' },
  BACKUP_KEEP_WEEKLY: { default: '4', doc: 'Number of stored Sunday backups.' },
  METRICS_PORT: {
    default: '',
    doc: 'Separate port for `/metrics` in Prometheus format. If empty, `/metrics` is off; 0 picks a free port.',
  },
  METRICS_HOST: {
    default: '127.0.0.1',
    doc: 'Address that METRICS_PORT listens on. An address other than loopback requires METRICS_TOKEN.',
  },
  METRICS_TOKEN: {
    default: '',
    doc: 'Bearer token for `/metrics` (`Authorization: Bearer …`). If set, `/metrics` is also served on PORT.',
    secret: true,
  },
  LOG_LEVEL: { default: 'info', doc: '`debug`, `info`, `warn`, `error` or `silent`.' },
} as const satisfies Record<string, Variable>

export type VariableName = keyof typeof VARIABLES

/** Returns names that are probably misspelt: unknown, but with the prefix (up to the first `_`) of a known variable. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set(
    Object.entries(VARIABLES).flatMap(([name, variable]) => ('secret' in variable ? [name, `${name}_FILE`] : [name])),
  )
  const families = new Set(['MIDGROUND', ...[...known].filter((name) => name.includes('_')).map(familyOf)])
  return Object.keys(env).filter((name) => name.includes('_') && families.has(familyOf(name)) && !known.has(name))
}

const familyOf = (name: string): string => name.slice(0, name.indexOf('_'))
