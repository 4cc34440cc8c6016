/** Everything the app reaches outside itself. Tests hand in fakes; main.ts hands in the real ones. Types only. */
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Sessions } from './auth/sessions.ts'
import type { Billing } from './billing/provider.ts'
import type { Config } from './config.ts'
import type { Result } from './contract/result.ts'
import type { Database } from './db/database.ts'
import type { Limiter } from './http/limiter.ts'

export interface Deps {
  readonly config: Config
  /** Milliseconds since 1970. The database keeps seconds: see db/time.ts. */
  readonly now: () => number
  /** Waits; tests do not. */
  readonly pause: (ms: number) => Promise<void>
  /** Cryptographically random bytes. */
  readonly random: (bytes: number) => Uint8Array
  readonly db: Database
  readonly limiter: Limiter
  readonly sessions: Sessions
  /** The provider itself, for server/billing and server/webhooks. */
  readonly billing: Billing
  readonly subscriptions: Subscriptions
  readonly mail: Mailbox
  readonly storage: Storage
  readonly watch: Watch
  readonly log: Logger
}

/** What the rest of the server asks of billing; made by server/billing, alike for every provider. */
export interface Subscriptions {
  /**
   * Read-repair: before a customer is refused, asks the provider what is true now, every ten seconds at most.
   * Never throws: if the provider cannot be reached, the stored state stands.
   */
  repair(userId: string): Promise<void>
  /** The account's new address, for receipts. Never throws: the account has moved, whatever the provider says. */
  tellEmail(userId: string, email: string): Promise<void>
  /** Ends every subscription that could still charge, at once; asked before an account is deleted. */
  endAll(userId: string): Promise<Result<null, 'billing_failed'>>
  /**
   * 'due': rows near their end or past due, hourly. 'all': every customer, nightly; a pass of the same `night` that was
   * broken off goes on where it was. Throws when it is told to stop before its end.
   */
  reconcile(which: 'due' | 'all', signal: AbortSignal, night?: number): Promise<void>
}

/** What a template needs to be written, by template. */
export interface LetterData {
  'verify-email': { readonly link: string }
  'new-email': { readonly link: string }
  'email-changing': { readonly to: string; readonly link: string }
  'reset-password': { readonly link: string }
  'account-exists': { readonly link: string }
  'trial-ending': { readonly until: string; readonly link: string }
  'payment-failed': { readonly link: string }
  'operator-notice': { readonly subject: string; readonly text: string }
}

/** Mails of which only the occasion is known yet: what they say is settled when they leave (auth/settle-mail.ts). */
export interface OccasionData {
  'sign-up': { readonly signup: string }
  'forgot-password': Readonly<Record<never, never>>
  'change-email': { readonly userId: string }
}

export type LetterTemplate = keyof LetterData

type MailOf<Data> = {
  [T in keyof Data]: {
    readonly template: T
    readonly to: string
    readonly data: Data[T]
    /** The same fact never makes two mails, e.g. the event's id. */
    readonly dedupe?: string
  }
}[keyof Data]

export type LetterMail = MailOf<LetterData>
export type Mail = MailOf<LetterData & OccasionData>

export interface Mailbox {
  /** False without SMTP: nothing is kept or sent, the operator hands out links. */
  readonly on: boolean
  /** Puts the mail into the outbox table; a job sends it and retries. */
  queue(mail: Mail): Promise<void>
}

/** Files by key. Keys are made by us: lower-case letters, digits, '-', one '/' between folder and name. */
export interface Storage {
  /** Writes all or nothing; a broken source leaves no trace. */
  put(key: string, source: Readable): Promise<void>
  get(key: string): Promise<Readable | null>
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>
  /** All keys, a page at a time; what a broken `put` left is among them. */
  list(): AsyncIterable<readonly string[]>
  /** When it was written, ms since 1970; null if it is not there. */
  writtenAt(key: string): Promise<number | null>
}

/** What the operator watches from outside. Figures only: no word that anybody sent, nobody's id. */
export interface Watch {
  /** False: nothing is kept. */
  readonly isOn: boolean
  /** A request, by the pattern of its route. */
  answered(method: string, route: string, status: number, seconds: number): void
  /** An export may begin. */
  exported(byCredit: boolean): void
  /** An event of the billing provider was dealt with, so long after it happened. */
  heard(lagSeconds: number): void
  ran(job: string, outcome: 'done' | 'failed' | 'stopped', seconds: number): void
  /** All of it as Prometheus reads it; null while nothing is kept. */
  report(): Promise<{ readonly type: string; readonly text: string } | null>
}
