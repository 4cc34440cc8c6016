/** The environment, read once and validated; nothing else touches process.env. The table in README.md is made from VARIABLES. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BRAND_NAME } from './contract/brand.ts'
import { DEFAULT_FREE_CREDITS } from './contract/limits.ts'
import { isLoopback } from './contract/loopback.ts'
import { readDatabase } from './database-url.ts'
import { type PictureStore, readPictureStore } from './picture-store.ts'
import { type LimitSettings, readLimits } from './rules.ts'
import { strangers, VARIABLES, type VariableName } from './variables.ts'

export type BillingMode = 'stripe' | 'sandbox' | 'off'

export interface StripeConfig {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Another host than Stripe's, for tests on loopback; null in service. */
  readonly apiBase: URL | null
}

export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  /** Null: where the program itself knows. */
  readonly clientDir: string | null
  readonly databaseFile: string
  /** A libSQL server instead of the file. */
  readonly databaseServer: { readonly url: string; readonly authToken: string | null } | null
  readonly dbSync: 'NORMAL' | 'FULL'
  /** 'https://…' without a trailing slash: links in mails, redirects, and what Origin must equal. */
  readonly publicOrigin: string
  readonly brandName: string
  readonly billing: BillingMode
  readonly stripe: StripeConfig | null
  readonly prices: { readonly monthly: string; readonly yearly: string }
  /** Not sold any more, but whoever has one has Pro. */
  readonly otherPrices: readonly string[]
  readonly graceDays: number
  readonly freeCredits: number
  readonly trialImages: {
    readonly on: boolean
    readonly days: number
    readonly perUserBytes: number
    readonly totalBytes: number
    readonly store: PictureStore
  }
  readonly smtp: SmtpConfig | null
  readonly requireVerifiedEmail: boolean
  /** Proxies before us whose X-Forwarded-For entry we believe. */
  readonly trustProxy: number
  readonly rateLimits: LimitSettings
  readonly backups: { readonly on: boolean; readonly keepDaily: number; readonly keepWeekly: number }
  readonly operatorEmail: string | null
  readonly logLevel: string
  /** Null: nothing is counted. */
  readonly metrics: MetricsConfig | null
  /** Null: nobody is told. */
  readonly errorHook: URL | null
  /** Said at start; none of them stops the server. */
  readonly warnings: readonly string[]
}

export interface MetricsConfig {
  /** Null: no port of its own. */
  readonly port: number | null
  readonly host: string
  /** Null: not on the main port, and free on its own, which is loopback then. */
  readonly token: string | null
}

export interface SmtpConfig {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly user: string | null
  readonly password: string | null
  readonly from: string
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The process' own environment. */
export const environment = (): Environment => process.env

/** Throws once, naming every problem. */
export function readConfig(env: Environment): Config {
  const problems: string[] = []
  const warnings: string[] = []
  const raw = (name: VariableName): string => value(env, name, problems)
  const whole = (name: VariableName, min: number, max: number): number => {
    const number = Number(raw(name))
    if (Number.isInteger(number) && number >= min && number <= max) return number
    problems.push(`${name} must be a whole number from ${min} to ${max}`)
    return min
  }
  const choice = <const T extends string>(name: VariableName, options: readonly T[]): T => {
    const found = options.find((option) => option === raw(name))
    if (found === undefined) problems.push(`${name} must be one of ${options.join(', ')}`)
    return found ?? (options[0] as T)
  }

  const host = raw('HOST')
  const port = whole('PORT', 0, 65_535)
  const publicOrigin = readOrigin(raw('PUBLIC_ORIGIN'), host, port, problems)
  // a server on loopback behind a proxy is as public as the proxy
  const loopback = isLoopback(host) && isLoopback(new URL(publicOrigin).hostname)
  const stripe = readStripe(raw, problems)
  const billing = readBilling(raw('BILLING'), stripe !== null, loopback, problems)
  const smtp = readSmtp(raw, whole, problems)
  const prices = { monthly: raw('STRIPE_PRICE_MONTHLY'), yearly: raw('STRIPE_PRICE_YEARLY') }
  if (billing === 'stripe' && (prices.monthly === '' || prices.yearly === ''))
    problems.push('STRIPE_PRICE_MONTHLY and STRIPE_PRICE_YEARLY are needed with Stripe')
  if (prices.monthly !== '' && prices.monthly === prices.yearly)
    problems.push('STRIPE_PRICE_MONTHLY and STRIPE_PRICE_YEARLY are the same price')
  if (publicOrigin.startsWith('http:') && !isLoopback(new URL(publicOrigin).hostname))
    warnings.push('PUBLIC_ORIGIN is plain http: passwords and sessions can be read on the way. Use https.')

  for (const name of strangers(env)) warnings.push(`${name} is no variable of this server; see --help`)

  const dataDir = resolve(raw('DATA_DIR'))
  const verify = choice('REQUIRE_VERIFIED_EMAIL', ['auto', 'on', 'off'])
  if (verify === 'on' && !smtp) problems.push('REQUIRE_VERIFIED_EMAIL=on needs SMTP_HOST')

  const limits = readLimits(raw('RATE_LIMITS'))
  if (!limits) problems.push('RATE_LIMITS must be on, off, or maxima like login-failed=100 signup-h=500; see --help')

  const config: Config = {
    host,
    port,
    dataDir,
    clientDir: raw('CLIENT_DIR') || null,
    ...readDatabase(raw('DATABASE_URL'), raw('DATABASE_AUTH_TOKEN'), dataDir, problems),
    dbSync: choice('DB_SYNC', ['NORMAL', 'FULL']),
    publicOrigin,
    brandName: raw('BRAND_NAME').trim() || BRAND_NAME,
    billing,
    stripe: billing === 'stripe' ? stripe : null,
    prices:
      billing === 'stripe'
        ? prices
        : { monthly: prices.monthly || 'price_monthly', yearly: prices.yearly || 'price_yearly' },
    otherPrices: raw('STRIPE_OTHER_PRICES')
      .split(/[\s,]+/)
      .filter((id) => id !== ''),
    graceDays: whole('GRACE_DAYS', 0, 14),
    freeCredits:
      raw('FREE_DOWNLOAD_CREDITS') === '' ? DEFAULT_FREE_CREDITS : whole('FREE_DOWNLOAD_CREDITS', 0, 1_000_000),
    trialImages: {
      on: choice('TRIAL_IMAGES', ['on', 'off']) === 'on' && billing !== 'off', // nobody is on trial then
      days: whole('TRIAL_IMAGE_DAYS', 1, 3650),
      perUserBytes: whole('TRIAL_IMAGES_PER_USER_MB', 1, 1_000_000) * 1_000_000,
      totalBytes: whole('TRIAL_IMAGES_TOTAL_MB', 1, 100_000_000) * 1_000_000,
      store: readPictureStore(
        {
          url: raw('TRIAL_IMAGES_URL'),
          keyId: raw('S3_ACCESS_KEY_ID'),
          secretKey: raw('S3_SECRET_ACCESS_KEY'),
          folder: join(dataDir, 'trial-images'),
        },
        problems,
        warnings,
      ),
    },
    smtp,
    requireVerifiedEmail: verify === 'on' || (verify === 'auto' && smtp !== null),
    trustProxy: whole('TRUST_PROXY', 0, 10),
    rateLimits: limits ?? { on: true, max: new Map() },
    backups: {
      on: choice('BACKUPS', ['on', 'off']) === 'on',
      keepDaily: whole('BACKUP_KEEP_DAILY', 1, 365),
      keepWeekly: whole('BACKUP_KEEP_WEEKLY', 0, 520),
    },
    operatorEmail: raw('OPERATOR_EMAIL') || null,
    metrics: readMetrics(raw, whole, port, problems),
    errorHook: readHook(raw('ERROR_HOOK_URL'), problems),
    logLevel: choice('LOG_LEVEL', ['info', 'debug', 'warn', 'error', 'silent']),
    warnings,
  }
  if (!config.rateLimits.on && !loopback) problems.push('RATE_LIMITS=off is for tests on loopback only')
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration is not right:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

/** The variable, or the content of the file that NAME_FILE names, or the default. */
function value(env: Environment, name: VariableName, problems: string[]): string {
  const file = env[`${name}_FILE`]
  if ('secret' in VARIABLES[name] && file) {
    try {
      return readFileSync(file, 'utf8').trim()
    } catch {
      problems.push(`${name}_FILE cannot be read`)
      return ''
    }
  }
  return env[name]?.trim() || VARIABLES[name].default
}

function readOrigin(text: string, host: string, port: number, problems: string[]): string {
  if (text === '') {
    if (isLoopback(host)) return `http://${host.includes(':') ? `[${host.replace(/^\[|\]$/g, '')}]` : host}:${port}`
    problems.push(
      'PUBLIC_ORIGIN is needed when HOST is not loopback: the address your visitors type, e.g. https://photos.example.org',
    )
    return 'http://localhost'
  }
  const url = URL.canParse(text) ? new URL(text) : null
  if (
    url &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === ''
  )
    return url.origin
  problems.push('PUBLIC_ORIGIN must look like https://photos.example.org, without a path')
  return 'http://localhost'
}

function readStripe(raw: (name: VariableName) => string, problems: string[]): StripeConfig | null {
  const secretKey = raw('STRIPE_SECRET_KEY')
  const webhookSecret = raw('STRIPE_WEBHOOK_SECRET')
  if (secretKey === '' && webhookSecret === '') return null
  if (secretKey === '') problems.push('STRIPE_SECRET_KEY is missing beside STRIPE_WEBHOOK_SECRET')
  if (webhookSecret === '') problems.push('STRIPE_WEBHOOK_SECRET is missing beside STRIPE_SECRET_KEY')
  const base = raw('STRIPE_API_BASE')
  const apiBase = base !== '' && URL.canParse(base) ? new URL(base) : null
  // a foreign host would receive the secret key
  if (base !== '' && !(apiBase && isLoopback(apiBase.hostname))) problems.push('STRIPE_API_BASE may name loopback only')
  return { secretKey, webhookSecret, apiBase }
}

function readBilling(text: string, hasKeys: boolean, loopback: boolean, problems: string[]): BillingMode {
  if (text === 'off') return 'off'
  if (text === 'stripe' || (text === '' && hasKeys)) {
    if (!hasKeys) problems.push('BILLING=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET')
    return 'stripe'
  }
  if (text !== '' && text !== 'sandbox') problems.push('BILLING must be one of stripe, sandbox, off')
  if (!loopback)
    problems.push(
      text === 'sandbox'
        ? 'BILLING=sandbox gives Pro away for nothing, so it runs on loopback only: HOST and PUBLIC_ORIGIN on 127.0.0.1, or Stripe keys, or BILLING=off'
        : 'a server on a public address needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or BILLING=off to unlock everything for every signed-in account',
    )
  return 'sandbox'
}

function readSmtp(
  raw: (name: VariableName) => string,
  whole: (name: VariableName, min: number, max: number) => number,
  problems: string[],
): SmtpConfig | null {
  const host = raw('SMTP_HOST')
  if (host === '') return null
  const from = raw('SMTP_FROM')
  if (from === '') problems.push('SMTP_FROM is needed with SMTP_HOST: the address our mails come from')
  const port = whole('SMTP_PORT', 1, 65_535)
  return {
    host,
    port,
    secure: port === 465,
    user: raw('SMTP_USER') || null,
    password: raw('SMTP_PASSWORD') || null,
    from,
  }
}

function readMetrics(
  raw: (name: VariableName) => string,
  whole: (name: VariableName, min: number, max: number) => number,
  mainPort: number,
  problems: string[],
): MetricsConfig | null {
  const token = raw('METRICS_TOKEN') || null
  const port = raw('METRICS_PORT') === '' ? null : whole('METRICS_PORT', 0, 65_535)
  if (token === null && port === null) return null
  const host = raw('METRICS_HOST')
  if (token !== null && !/^\S{16,}$/.test(token)) problems.push('METRICS_TOKEN needs 16 characters at least, no blanks')
  if (token === null && !isLoopback(host)) problems.push('METRICS_HOST other than loopback needs METRICS_TOKEN')
  if (port !== null && port !== 0 && port === mainPort) problems.push('METRICS_PORT must differ from PORT')
  return { port, host, token }
}

function readHook(text: string, problems: string[]): URL | null {
  if (text === '') return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return url
  problems.push('ERROR_HOOK_URL must be https, or http on loopback')
  return null
}
