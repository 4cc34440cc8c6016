/**
 * Every environment variable the server reads, with default and meaning. `--help` and the table in README.md are made
 * from it.
 */

interface Variable {
  readonly default: string
  readonly doc: string
  /** Also readable from the file that NAME_FILE names, as containers hand over secrets. */
  readonly secret?: true
}

/**
 * Every environment variable, with its default and its description. `secret`: the value may also come from the file
 * that NAME_FILE names.
 */
export const VARIABLES = {
  PORT: { default: '3000', doc: 'Port to listen on; 0 takes a free one.' },
  HOST: { default: '127.0.0.1', doc: 'Address to listen on; 0.0.0.0 for all.' },
  CLIENT_DIR: { default: '', doc: 'Folder of the built client. Empty: `build/client`, or the one inside the binary.' },
  DATA_DIR: { default: './data', doc: 'Folder for the database, backups and trial images.' },
  DATABASE_URL: {
    default: '',
    doc: 'Where the rows are: empty or `file:/path` for an SQLite file; `libsql:`, `http:` or `https:` for a libSQL server, which several processes share. Empty: `midground.db` in DATA_DIR.',
  },
  DATABASE_TLS: {
    default: 'required',
    doc: '`off` allows plain `http:` to a libSQL server on another machine, as over a private network.',
  },
  DATABASE_AUTH_TOKEN: { default: '', doc: 'Token for the libSQL server.', secret: true },
  PUBLIC_ORIGIN: {
    default: '',
    doc: 'The address your visitors type, e.g. `https://photos.example.org`. Needed unless HOST is loopback.',
  },
  BRAND_NAME: { default: '', doc: 'Another product name than Midground.' },
  BILLING: {
    default: '',
    doc: '`stripe`, `sandbox` (loopback only) or `off` (everything is unlocked for every account). Empty: Stripe with keys, else the sandbox.',
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
    doc: 'More price ids that give Pro, of former prices say, separated by commas. Any other gives nothing.',
  },
  STRIPE_API_BASE: { default: '', doc: "Another address than Stripe's, on loopback, for tests." },
  GRACE_DAYS: { default: '3', doc: 'Days that access lasts after a failed renewal, 0 to 14.' },
  FREE_DOWNLOAD_CREDITS: { default: '', doc: 'Download credits of a new account. Empty: 2.' },
  TRIAL_IMAGES: {
    default: 'on',
    doc: '`on` stores the exports of trial users who did not opt out, `off` stores nothing.',
  },
  TRIAL_IMAGE_DAYS: { default: '30', doc: 'Days after which a stored export is deleted.' },
  TRIAL_IMAGES_PER_USER_MB: { default: '200', doc: 'Room for the exports of one account, MB.' },
  TRIAL_IMAGES_TOTAL_MB: { default: '5000', doc: 'Room for all of them, MB.' },
  TRIAL_IMAGES_URL: {
    default: '',
    doc: 'Where they are stored: `s3://bucket/folder?endpoint=https://s3.example.org&region=eu-1`. Empty: a folder in DATA_DIR.',
  },
  S3_ACCESS_KEY_ID: { default: '', doc: "Key id for that bucket. Empty: the machine's own role at Amazon." },
  S3_SECRET_ACCESS_KEY: { default: '', doc: 'Secret key for that bucket.', secret: true },
  SMTP_HOST: { default: '', doc: 'Mail server. Empty: no mail; the operator hands out reset links.' },
  SMTP_PORT: { default: '587', doc: '465 means TLS from the start, others upgrade.' },
  SMTP_TLS: {
    default: 'required',
    doc: '`required` sends nothing without TLS and a valid certificate; `off` sends in clear, password included.',
  },
  SMTP_USER: { default: '', doc: 'User at the mail server.' },
  SMTP_PASSWORD: { default: '', doc: 'Password at the mail server.', secret: true },
  SMTP_FROM: { default: '', doc: 'Sender of our mails, e.g. `Midground <hello@example.org>`.' },
  REQUIRE_VERIFIED_EMAIL: {
    default: 'auto',
    doc: '`on`, `off`, or `auto`: before a checkout where mail is configured.',
  },
  OPERATOR_EMAIL: {
    default: '',
    doc: 'Where we report refunds, disputes, double subscriptions, and jobs that fail, the nightly backup among them. Signed-in users see it as the address to ask about a lost credit.',
  },
  SECURITY_CONTACT: {
    default: '',
    doc: 'Where flaws are reported, for `/.well-known/security.txt`: a mail address or an https address. Empty: no such file.',
  },
  HSTS_SUBDOMAINS: {
    default: 'off',
    doc: '`on` tells browsers that every subdomain of the host in PUBLIC_ORIGIN is https only, for a year.',
  },
  TRUST_PROXY: {
    default: '0',
    doc: 'How many reverse proxies stand before the server; their X-Forwarded-For is believed.',
  },
  RATE_LIMITS: {
    default: 'on',
    doc: 'Other maxima than those that `--help` lists, e.g. `login-failed=100 signup-h=500`; `off` only for tests on loopback.',
  },
  DB_SYNC: {
    default: 'NORMAL',
    doc: '`FULL` survives a power cut without losing the last second, at a tenth of the write speed.',
  },
  BACKUPS: { default: 'on', doc: '`on` writes a backup of the database every night.' },
  BACKUP_KEEP_DAILY: { default: '7', doc: 'Nightly backups kept.' },
  BACKUP_KEEP_WEEKLY: { default: '4', doc: 'Sunday backups kept.' },
  METRICS_PORT: {
    default: '',
    doc: 'A port of its own for `/metrics`, in the format of Prometheus. Empty: none; 0 takes a free one.',
  },
  METRICS_HOST: { default: '127.0.0.1', doc: 'Address of that port. Others than loopback need METRICS_TOKEN.' },
  METRICS_TOKEN: {
    default: '',
    doc: 'Whoever asks for `/metrics` must send it as `Authorization: Bearer …`. With it `/metrics` is on PORT as well.',
    secret: true,
  },
  LOG_LEVEL: { default: 'info', doc: '`debug`, `info`, `warn`, `error` or `silent`.' },
} as const satisfies Record<string, Variable>

/** Name of a variable in `VARIABLES`. */
export type VariableName = keyof typeof VARIABLES

/** Returns the table of all variables for README.md, in Markdown. */
export function variablesTable(): string {
  const rows = Object.entries<Variable>(VARIABLES).map(
    ([name, { default: value, doc, secret }]) =>
      `| \`${name}\`${secret ? `, \`${name}_FILE\`` : ''} | ${value === '' ? '' : `\`${value}\``} | ${doc} |`,
  )
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}

/**
 * Returns the names of variables that are unknown but share the part before the first `_` with one of ours, so that a
 * misspelt variable is noticed.
 */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set(
    Object.entries(VARIABLES).flatMap(([name, variable]) => ('secret' in variable ? [name, `${name}_FILE`] : [name])),
  )
  const families = new Set(['MIDGROUND', ...[...known].filter((name) => name.includes('_')).map(familyOf)])
  return Object.keys(env).filter((name) => name.includes('_') && families.has(familyOf(name)) && !known.has(name))
}

const familyOf = (name: string): string => name.slice(0, name.indexOf('_'))
