/** Reads and validates all settings from the environment. No other file reads process.env. */
import { resolve } from 'node:path'
import { BRAND_NAME, isLoopback } from '#server/contract/pages/addresses.ts'
import { DEFAULT_FREE_CREDITS } from '#server/contract/plans/limits.ts'
import { type BillingMode, readBilling } from './billing.ts'
import { readHost, readMetrics, readOrigin, readSmtp, type SmtpConfig } from './network.ts'
import { type LimitSettings, readLimits } from './rate-limits.ts'
import { createReader, type Environment, mailboxAddress, type Reader } from './reader.ts'
import { readDatabase, readTrialImageStore } from './stores.ts'
import { unknownVariables } from './variables.ts'

/** Maximum length in characters. Page titles and email subjects contain the name. */
const BRAND_NAME_LENGTH = 60

export type Config = Readonly<ReturnType<typeof readConfig>>

export const environment = (): Environment => process.env

/** Reads and validates all settings. @throws {ConfigError} whose message lists every mistake */
export function readConfig(env: Environment) {
  const reader = createReader(env)
  const { text, integer, choice, warning } = reader
  const host = readHost(reader, 'HOST')
  const port = integer('PORT', 0, 65_535)
  const publicOrigin = readOrigin(reader, host, port)
  const isPublicLoopback = isLoopback(new URL(publicOrigin).hostname)
  // if a proxy makes the server public, PUBLIC_ORIGIN isn't on loopback
  const loopback = isLoopback(host) && isPublicLoopback
  if (publicOrigin.startsWith('http:') && !isPublicLoopback)
    warning(
      'PUBLIC_ORIGIN is plain http: passwords and sessions can be read on the way, and browsers disable copying and sharing images, saving videos and offline work. Use https, see docs/operating/install.md.',
    )
  if (env.RENDER === 'on' || env.RENDER_JOBS)
    warning('RENDER and RENDER_JOBS have no effect: the HTTP render API was removed; use the command midground render')
  if (env.ERROR_HOOK_URL || env.ERROR_HOOK_URL_FILE)
    warning('ERROR_HOOK_URL has no effect: errors are log lines of level 50; watch those or the metrics')
  for (const name of unknownVariables(env)) warning(`Unknown variable ${name}. See --help.`)

  const dataDir = resolve(text('DATA_DIR'))
  const billing = readBilling(reader, loopback)
  const smtp = readSmtp(reader)
  const config = {
    host,
    port,
    dataDir,
    clientDir: text('CLIENT_DIR') || null, // folder of the built client, or null for the client inside this program
    ...readDatabase(reader, dataDir),
    publicOrigin, // 'https://…' without a trailing slash, for links and redirects
    brandName: readBrandName(reader),
    ...billing,
    freeCredits: text('FREE_DOWNLOAD_CREDITS') === '' ? DEFAULT_FREE_CREDITS : integer('FREE_DOWNLOAD_CREDITS', 0, 1e6),
    trialImages: readTrialImages(reader, dataDir, billing.billing),
    smtp,
    requireVerifiedEmail: mustVerify(reader, smtp),
    trustProxy: integer('TRUST_PROXY', 0, 10), // number of proxies whose entries in X-Forwarded-For are trusted
    adminSecondFactor: choice('ADMIN_SECOND_FACTOR', ['off', 'on']) === 'on',
    rateLimits: readRateLimits(reader, loopback),
    backups: {
      on: choice('BACKUPS', ['on', 'off']) === 'on',
      keepDaily: integer('BACKUP_KEEP_DAILY', 1, 365),
      keepWeekly: integer('BACKUP_KEEP_WEEKLY', 0, 520),
    },
    operatorEmail: readOperatorEmail(reader, smtp),
    securityContact: readContact(reader), // link to the security contact, 'mailto:…' or 'https://…'
    hstsSubdomains: choice('HSTS_SUBDOMAINS', ['off', 'on']) === 'on',
    metrics: readMetrics(reader, port),
    logLevel: choice('LOG_LEVEL', ['info', 'debug', 'warn', 'error', 'silent']),
    warnings: reader.warnings, // messages that the server logs at startup
  }
  if (reader.problems.length > 0) throw new ConfigError(reader.problems)
  return config
}

/** The settings are invalid. The message lists every mistake. */
export class ConfigError extends Error {
  /** One message per mistake. */
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`Invalid configuration:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

function readBrandName(reader: Reader): string {
  const name = reader.text('BRAND_NAME') || BRAND_NAME
  if ([...name].length > BRAND_NAME_LENGTH)
    reader.problem(`BRAND_NAME must have at most ${BRAND_NAME_LENGTH} characters`)
  return name
}

function readOperatorEmail(reader: Reader, smtp: SmtpConfig | null): string | null {
  const text = reader.text('OPERATOR_EMAIL')
  if (text === '') return null
  const address = mailboxAddress(text)
  if (address === null) reader.problem('OPERATOR_EMAIL must be a mail address, e.g. operator@example.org')
  else if (!smtp) reader.warning('OPERATOR_EMAIL is set without SMTP_HOST: nothing can be sent to it.')
  return address
}

function readContact(reader: Reader): string | null {
  const text = reader.text('SECURITY_CONTACT')
  if (text === '') return null
  if (mailboxAddress(text) === text) return `mailto:${text}`
  if (URL.canParse(text) && new URL(text).protocol === 'https:') return new URL(text).href
  reader.problem('SECURITY_CONTACT must be a mail address or an https address')
  return null
}

function readTrialImages(reader: Reader, dataDir: string, billing: BillingMode) {
  return {
    // without billing there are no trials
    on: reader.choice('TRIAL_IMAGES', ['on', 'off']) === 'on' && billing !== 'off',
    days: reader.integer('TRIAL_IMAGE_DAYS', 1, 3650),
    perUserBytes: reader.integer('TRIAL_IMAGES_PER_USER_MB', 1, 1_000_000) * 1_000_000,
    totalBytes: reader.integer('TRIAL_IMAGES_TOTAL_MB', 1, 100_000_000) * 1_000_000,
    store: readTrialImageStore(reader, dataDir),
  }
}

function readRateLimits(reader: Reader, loopback: boolean): LimitSettings {
  const limits = readLimits(reader.text('RATE_LIMITS'))
  if (!limits) reader.problem('RATE_LIMITS must be on, off, or maxima like login-failed=100 signup-h=500; see --help')
  if (limits && !limits.on && !loopback) reader.problem('RATE_LIMITS=off is for tests on loopback only')
  return limits ?? { on: true, max: new Map() }
}

function mustVerify(reader: Reader, smtp: SmtpConfig | null): boolean {
  const verify = reader.choice('REQUIRE_VERIFIED_EMAIL', ['auto', 'on', 'off'])
  if (verify === 'on' && !smtp) reader.problem('REQUIRE_VERIFIED_EMAIL=on needs SMTP_HOST')
  return verify === 'on' || (verify === 'auto' && smtp !== null)
}
