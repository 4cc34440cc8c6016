/** The rate limits. The operator can change the numbers with RATE_LIMITS. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/contract/time.ts'

/** A rate limit: at most `max` attempts in a fixed window of `windowMs`. */
export interface Rule {
  /** Short unique name, part of the counter's key. */
  readonly name: string
  readonly max: number
  readonly windowMs: number
  /** true: this process's memory counts attempts. Limits that protect secrets, money or storage use the database. */
  readonly inMemory?: true
}

/**
 * All rate limits. By default, limits apply per network address. They are high, because hundreds of people at a school
 * may share an address.
 */
export const RULES = {
  signupHour: { name: 'signup-h', max: 60, windowMs: HOUR_MS },
  signupDay: { name: 'signup-d', max: 200, windowMs: DAY_MS },
  /** Limit for an IPv6 /48, because a provider may give one customer 65,536 networks of /64. */
  signupSite: { name: 'signup-site', max: 200, windowMs: HOUR_MS },
  /** Sign-up emails to one address: `signupMail` per client network, `signupMailAll` for all networks. */
  signupMail: { name: 'signup-mail', max: 3, windowMs: HOUR_MS },
  signupMailAll: { name: 'signup-mail-all', max: 20, windowMs: HOUR_MS },
  /** `login` counts all sign-ins, because each costs a password hash. `loginFailed` counts failed sign-ins. */
  login: { name: 'login', max: 300, windowMs: 15 * MINUTE_MS },
  loginFailed: { name: 'login-failed', max: 30, windowMs: 15 * MINUTE_MS },
  /** Failed sign-ins of an IPv6 /48, except from known browsers. */
  loginFailedSite: { name: 'login-failed-site', max: 300, windowMs: 15 * MINUTE_MS },
  /**
   * Password attempts for one account: `loginAccount` for all unknown browsers together, `loginDevice` for all known
   * browsers together.
   */
  loginAccount: { name: 'login-account', max: 20, windowMs: HOUR_MS },
  loginAccountDay: { name: 'login-account-d', max: 60, windowMs: DAY_MS },
  loginDevice: { name: 'login-device', max: 20, windowMs: HOUR_MS },
  /**
   * Attempts to enter a second-factor code of one account: `codeAccount` for all unknown browsers together,
   * `codeDevice` for each known browser.
   */
  codeAccount: { name: 'code', max: 5, windowMs: 15 * MINUTE_MS },
  codeAccountDay: { name: 'code-d', max: 30, windowMs: DAY_MS },
  codeDevice: { name: 'code-device', max: 10, windowMs: 15 * MINUTE_MS },
  /** Limit for all known browsers together, because an attacker with the password may have cookies of many browsers. */
  codeKnownDay: { name: 'code-known-d', max: 60, windowMs: DAY_MS },
  secondFactorUser: { name: 'second-factor', max: 60, windowMs: HOUR_MS },
  logout: { name: 'logout', max: 60, windowMs: MINUTE_MS },
  session: { name: 'session', max: 300, windowMs: MINUTE_MS, inMemory: true },
  forgot: { name: 'forgot', max: 30, windowMs: HOUR_MS },
  forgotAccount: { name: 'forgot-account', max: 3, windowMs: HOUR_MS },
  token: { name: 'token', max: 60, windowMs: HOUR_MS },
  tokenUser: { name: 'token-user', max: 5, windowMs: HOUR_MS },
  emailUser: { name: 'email', max: 5, windowMs: HOUR_MS },
  passwordUser: { name: 'password', max: 5, windowMs: 15 * MINUTE_MS },
  deleteUser: { name: 'delete', max: 5, windowMs: HOUR_MS },
  exportUser: { name: 'export', max: 3, windowMs: DAY_MS },
  profileUser: { name: 'profile', max: 300, windowMs: MINUTE_MS, inMemory: true },
  accessUser: { name: 'access', max: 120, windowMs: MINUTE_MS, inMemory: true },
  usageUser: { name: 'usage', max: 60, windowMs: HOUR_MS },
  downloadUser: { name: 'download', max: 120, windowMs: HOUR_MS },
  checkoutUser: { name: 'checkout', max: 10, windowMs: HOUR_MS },
  billingSyncUser: { name: 'billing-sync', max: 6, windowMs: MINUTE_MS },
  portalUser: { name: 'portal', max: 20, windowMs: HOUR_MS },
  trialImageUser: { name: 'trial-image', max: 30, windowMs: HOUR_MS },
  ownImagesUser: { name: 'own-images', max: 300, windowMs: HOUR_MS },
  sessionsUser: { name: 'sessions', max: 60, windowMs: HOUR_MS },
  adminUser: { name: 'admin', max: 300, windowMs: MINUTE_MS, inMemory: true },
  /** Wrong passwords of an admin on the operator's page. */
  adminPassword: { name: 'admin-password', max: 5, windowMs: 15 * MINUTE_MS },
  consentUser: { name: 'consent', max: 30, windowMs: HOUR_MS },
  webhook: { name: 'webhook', max: 100, windowMs: 1000 },
} as const satisfies Record<string, Rule>

/** Whether rate limits apply, and the limits that the operator has changed, by the rule's name. */
export interface LimitSettings {
  readonly on: boolean
  readonly max: ReadonlyMap<string, number>
}

/** Parses RATE_LIMITS: 'on', 'off', or for example 'login-failed=100 signup-h=500'. Returns null for other text. */
export function readLimits(text: string): LimitSettings | null {
  if (text === 'on' || text === 'off') return { on: text === 'on', max: new Map() }
  const max = new Map<string, number>()
  for (const part of text.split(/[\s,]+/)) {
    const [, name = '', number] = /^([a-z-]+)=([1-9]\d{0,8})$/.exec(part) ?? []
    if (!Object.values(RULES).some((rule) => rule.name === name)) return null
    max.set(name, Number(number))
  }
  return { on: true, max }
}
