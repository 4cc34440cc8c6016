/** How often somebody may do what. An operator changes the numbers with RATE_LIMITS. */

/** A rate limit: at most `max` attempts in a fixed window of `windowMs`. */
export interface Rule {
  /** Short and unique; part of the row's key. */
  readonly name: string
  readonly max: number
  readonly windowMs: number
  /**
   * Counted in this process' memory: for reads, where a limit only keeps a runaway page from wasting our time.
   * Everything that guards a secret, money or a store is counted in the table.
   */
  readonly inMemory?: true
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * By network address unless the name says otherwise. An office or a school has one address for hundreds of people, so
 * those are wide; what must be narrow counts by account or by mail address.
 */
export const RULES = {
  signupHour: { name: 'signup-h', max: 60, windowMs: HOUR },
  signupDay: { name: 'signup-d', max: 200, windowMs: DAY },
  /** Mails to one mail address that somebody signs up with. */
  signupMail: { name: 'signup-mail', max: 3, windowMs: HOUR },
  /** All sign-ins, for each costs a hash; and those that fail. */
  login: { name: 'login', max: 300, windowMs: 15 * MINUTE },
  loginFailed: { name: 'login-failed', max: 30, windowMs: 15 * MINUTE },
  /** Passwords tried at one account, by browsers that it does not know together; and by each one that it knows. */
  loginAccount: { name: 'login-account', max: 20, windowMs: HOUR },
  loginAccountDay: { name: 'login-account-d', max: 60, windowMs: DAY },
  loginDevice: { name: 'login-device', max: 20, windowMs: HOUR },
  /** Codes of the second factor: by browsers that the account does not know together, and by each one that it knows. */
  codeAccount: { name: 'code', max: 5, windowMs: 15 * MINUTE },
  codeAccountDay: { name: 'code-d', max: 30, windowMs: DAY },
  codeDevice: { name: 'code-device', max: 10, windowMs: 15 * MINUTE },
  /** Together, for whoever knows the password may have collected cookies of many browsers. */
  codeKnownDay: { name: 'code-known-d', max: 60, windowMs: DAY },
  secondFactorUser: { name: 'second-factor', max: 60, windowMs: HOUR },
  logout: { name: 'logout', max: 60, windowMs: MINUTE },
  session: { name: 'session', max: 300, windowMs: MINUTE, inMemory: true },
  forgot: { name: 'forgot', max: 30, windowMs: HOUR },
  forgotAccount: { name: 'forgot-account', max: 3, windowMs: HOUR },
  token: { name: 'token', max: 60, windowMs: HOUR },
  tokenUser: { name: 'token-user', max: 5, windowMs: HOUR },
  emailUser: { name: 'email', max: 5, windowMs: HOUR },
  passwordUser: { name: 'password', max: 5, windowMs: 15 * MINUTE },
  deleteUser: { name: 'delete', max: 3, windowMs: HOUR },
  exportUser: { name: 'export', max: 3, windowMs: DAY },
  profileUser: { name: 'profile', max: 300, windowMs: MINUTE, inMemory: true },
  accessUser: { name: 'access', max: 120, windowMs: MINUTE, inMemory: true },
  usageUser: { name: 'usage', max: 60, windowMs: HOUR },
  downloadUser: { name: 'download', max: 120, windowMs: HOUR },
  checkoutUser: { name: 'checkout', max: 10, windowMs: HOUR },
  billingSyncUser: { name: 'billing-sync', max: 6, windowMs: MINUTE },
  portalUser: { name: 'portal', max: 20, windowMs: HOUR },
  trialImageUser: { name: 'trial-image', max: 30, windowMs: HOUR },
  ownImagesUser: { name: 'own-images', max: 300, windowMs: HOUR },
  sessionsUser: { name: 'sessions', max: 60, windowMs: HOUR },
  consentUser: { name: 'consent', max: 30, windowMs: HOUR },
  webhook: { name: 'webhook', max: 100, windowMs: 1000 },
} as const satisfies Record<string, Rule>

/** Whether rate limits apply, and limits that replace those of the rules, by the rule's name. */
export interface LimitSettings {
  readonly on: boolean
  readonly max: ReadonlyMap<string, number>
}

/** Parses RATE_LIMITS: 'on', 'off', or 'login-failed=100 signup-h=500'. Returns null for any other text. */
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
