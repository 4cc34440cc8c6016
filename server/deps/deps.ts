/** The dependencies of all routes and jobs. Tests pass fakes. */

import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Config } from '#server/config/config.ts'
import type { Result } from '#server/contract/result.ts'
import type { Database } from '#server/db/database.ts'
import type { Migration } from '#server/db/migrate.ts'
import type { SignedIn } from '#server/http/env.ts'
import type { Limiter } from '#server/http/limiter.ts'
import type { SourceFile } from '#server/static/files.ts'

export interface Deps {
  readonly config: Config
  /** Milliseconds since the Unix epoch. Most tables store seconds instead. */
  readonly now: () => number
  /** Resolves after `ms`. In tests, resolves immediately. */
  readonly pause: (ms: number) => Promise<void>
  /** Cryptographically random bytes. */
  readonly random: (bytes: number) => Uint8Array
  readonly db: Database
  readonly limiter: Limiter
  readonly sessions: Sessions // implemented in server/auth
  readonly subscriptions: Subscriptions // implemented in server/billing
  readonly mail: Mailbox // implemented in server/mail
  readonly storage: Storage // implemented in server/storage
  /** Null if metrics are switched off. */
  readonly metrics: MetricsRecorder | null // implemented in server/metrics
  readonly log: Logger
}

/** The data of each email template. */
export interface TemplateData extends Record<LinkTemplate, { readonly link: string }> {
  'email-changing': { readonly to: string; readonly link: string }
  'trial-ending': { readonly until: string; readonly link: string } // until: '2027-01-22 at 08:00 UTC'
  'operator-notice': { readonly subject: string; readonly text: string }
}

type LinkTemplate =
  | 'verify-email'
  | 'new-email'
  | 'reset-password'
  | 'account-exists'
  | 'payment-failed'
  | 'password-changed'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'login-guarded'

/** The data of emails whose template is chosen when the email is sent (auth/resolve-mail.ts). */
export interface OccasionData {
  'sign-up': { readonly signup: string }
  'forgot-password': Readonly<Record<never, never>>
  'login-attempts': Readonly<Record<never, never>>
  'change-email': { readonly userId: string }
  'confirm-email': { readonly userId: string }
}

export type EmailTemplate = keyof TemplateData

type MailOf<Data> = {
  [T in keyof Data]: {
    readonly template: T
    readonly to: string
    readonly data: Data[T]
    /** Key of the email's occasion, such as an event's id. The outbox ignores a second email with the same key. */
    readonly dedupe?: string
  }
}[keyof Data]

/** An email with a known template. */
export type TemplateMail = MailOf<TemplateData>
/** An email in the queue. The template for `OccasionData` is chosen when the email is sent. */
export type Mail = MailOf<TemplateData & OccasionData>

/** The outbox for routes and jobs. */
export interface Mailbox {
  /** false if there is no SMTP server: no emails are queued, and the operator gives links to users */
  readonly on: boolean
  /** Inserts the email into the outbox table. A job sends it and retries failures. Does nothing if `on` is false. */
  queue(mail: Mail): Promise<void>
}

/** Metrics for the operator: numbers with fixed labels, without user input and user ids. */
export interface MetricsRecorder {
  /** Records a request by the pattern of its route, and its duration in seconds. */
  recordRequest(method: string, route: string, status: number, seconds: number): void
  /** Records an allowed export. `byCredit`: it cost a credit. */
  recordExport(byCredit: boolean): void
  /** Records a processed event of the billing provider. `lagSeconds`: seconds from the event to its processing. */
  recordWebhook(lagSeconds: number): void
  /** Sets a job's counters to zero before its first run, so that its first failure increases a counter. */
  expectJob(job: string): void
  /** Records a run of a job, with its duration in seconds. */
  recordJobRun(job: string, outcome: 'done' | 'failed' | 'stopped', seconds: number): void
  /** Returns all metrics in the Prometheus text format. */
  report(): Promise<{ readonly type: string; readonly text: string }>
}

/** Resources of the program: migrations, client files, and the command that starts it. */
export interface Resources {
  readonly migrations: readonly Migration[]
  /** Yields the files of the built client, from `folder` if given. Only a server calls this function. */
  readonly files: (folder: string | null) => Iterable<SourceFile>
  /** Returns the SQLite addon if it must be unpacked first. Call it after the validation of the settings. */
  readonly nativeBinding?: (dataDir: string) => object
  /** Returns the systemd unit that `midground init` writes. */
  readonly unit: () => string
  /** The executable and its first arguments, to start this program again. */
  readonly command: readonly [string, ...string[]]
}

export interface FoundSession {
  readonly sessionId: string
  readonly user: SignedIn
  /** True if the sign-in included a second factor. */
  readonly secondFactor: boolean
  /** The Set-Cookie header of an extended session, or null if it wasn't extended. */
  readonly renewed: string | null
}

/** Proof that a request has passed the password check of an account. */
export interface Proof {
  /** The account at the time of the password check. */
  readonly account: { readonly id: string; readonly passwordHash: string }
  /** true if a second-factor code was checked too */
  readonly secondFactor: boolean
}

export interface Sessions {
  /** Returns the valid session in the Cookie header, or null. Extends it if due. */
  find(cookieHeader: string | undefined): Promise<FoundSession | null>
  /**
   * Starts a session and returns its Set-Cookie header. Returns null and doesn't start a session if the password was
   * changed, the second factor turned on, or the account disabled or deleted since the check. `userAgent`: the
   * request's header.
   */
  start(proof: Proof, userAgent?: string): Promise<string | null>
  end(sessionId: string): Promise<void>
  endAll(userId: string): Promise<void>
  /** The Set-Cookie header that deletes the session cookie. */
  readonly blank: string
}

/** Stores files by keys like 'ab/cdef0123' (2, then 8 to 64 characters). Methods throw the storage's own errors. */
export interface Storage {
  /** Writes the file atomically: if the source fails, there is no file. */
  put(key: string, source: Readable): Promise<void>
  /** Returns the content as a stream, or null if there is no file. */
  get(key: string): Promise<Readable | null>
  /** Deletes the file if it exists. */
  delete(key: string): Promise<void>
  /** Yields all keys in pages. In a folder, these include the temporary files of interrupted `put` calls. */
  list(): AsyncIterable<readonly string[]>
  /** Returns the time of writing in ms since the Unix epoch, or null if there is no file. */
  writtenAt(key: string): Promise<number | null>
}

/** The billing functions for the rest of the server. */
export interface Subscriptions {
  /**
   * Reads the account's billing state from the provider before the server rejects a request. If the provider can't be
   * read, doesn't throw or change the stored state.
   */
  repair(userId: string): Promise<void>
  /** Sends the account's new address to the provider, which emails receipts. Logs a failure and doesn't throw. */
  tellEmail(userId: string, email: string): Promise<void>
  /**
   * Ends every subscription that could charge. 'billing_failed': the end isn't confirmed, so don't delete the account.
   */
  endAll(userId: string): Promise<Result<null, 'billing_failed'>>
  /**
   * Cancels the account's subscriptions: paid ones at the end of the period, those with a failed payment immediately.
   * Also closes open checkouts. If this fails, returns the id of the Stripe customer who may still be charged, else
   * null.
   */
  endRenewal(userId: string): Promise<string | null>
  /**
   * Reads customers again: 'due' reads those whose access ends soon or whose invoice is unpaid, 'all' reads all.
   * Resumes an interrupted run of the same `night`. @throws the signal's reason if aborted, and an Error if all reads
   * failed
   */
  reconcile(which: 'due' | 'all', signal: AbortSignal, night?: number): Promise<void>
}
