/** The dependencies of all routes and jobs. Tests pass fakes. The comment of a part names the implementing folder. */

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
  /** Milliseconds since the Unix epoch. Most tables store seconds: see db/database.ts. */
  readonly now: () => number
  /** Resolves after `ms`; in tests without delay. */
  readonly pause: (ms: number) => Promise<void>
  /** Cryptographically random bytes. */
  readonly random: (bytes: number) => Uint8Array
  readonly db: Database
  readonly limiter: Limiter
  readonly sessions: Sessions // server/auth
  readonly subscriptions: Subscriptions // server/billing
  readonly mail: Mailbox // server/mail
  readonly storage: Storage // server/storage
  /** Null if metrics are switched off. */
  readonly metrics: MetricsRecorder | null // server/metrics
  readonly log: Logger
}

/** The data of each letter template. */
export interface LetterData extends Record<LinkTemplate, { readonly link: string }> {
  'email-changing': { readonly to: string; readonly link: string }
  'trial-ending': { readonly until: string; readonly link: string }
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

/** The data of emails whose letter is chosen when they are sent (auth/resolve-mail.ts). */
export interface OccasionData {
  'sign-up': { readonly signup: string }
  'forgot-password': Readonly<Record<never, never>>
  'login-attempts': Readonly<Record<never, never>>
  'change-email': { readonly userId: string }
  'confirm-email': { readonly userId: string }
}

export type LetterTemplate = keyof LetterData

type MailOf<Data> = {
  [T in keyof Data]: {
    readonly template: T
    readonly to: string
    readonly data: Data[T]
    /** Key of the email's occasion, such as an event's id. Of emails with the same key only the first is queued. */
    readonly dedupe?: string
  }
}[keyof Data]

/** An email whose letter is known. */
export type LetterMail = MailOf<LetterData>
/** An email in the queue. The letter of an `OccasionData` template is chosen when the email is sent. */
export type Mail = MailOf<LetterData & OccasionData>

/** The outbox, as routes and jobs see it. */
export interface Mailbox {
  /** False if no SMTP server is configured: emails are neither queued nor sent, and the operator hands out links. */
  readonly on: boolean
  /** Inserts the email into the outbox table. A job sends it and retries failures. Does nothing if `on` is false. */
  queue(mail: Mail): Promise<void>
}

/** Metrics for the operator. They are numbers with fixed labels and contain no user input and no user ids. */
export interface MetricsRecorder {
  /** Records a request under the pattern of its route, with its duration in seconds. */
  recordRequest(method: string, route: string, status: number, seconds: number): void
  /** Records that an export was allowed, paid by a credit or by a plan. */
  recordExport(byCredit: boolean): void
  /** Records a processed event of the billing provider, with the time since it happened in seconds. */
  recordWebhook(lagSeconds: number): void
  /** Creates a job's counters at zero before its first run, so that the first failure is an increase. */
  expectJob(job: string): void
  /** Records a run of a job, with its duration in seconds. */
  recordJobRun(job: string, outcome: 'done' | 'failed' | 'stopped', seconds: number): void
  /** Returns all metrics in the Prometheus text format. */
  report(): Promise<{ readonly type: string; readonly text: string }>
}

/** Resources of the program: migrations, client files and the command that starts it again. */
export interface Resources {
  readonly migrations: readonly Migration[]
  /** Yields the built client's files, from `folder` if it is given. Called only when serving. */
  readonly files: (folder: string | null) => Iterable<SourceFile>
  /** Returns the SQLite addon where it has to be unpacked first. Called only after the configuration was validated. */
  readonly nativeBinding?: (dataDir: string) => object
  /** Returns the systemd unit of the quick start. */
  readonly unit: () => string
  /** Executable and leading arguments that start this program again. */
  readonly command: readonly [string, ...string[]]
}

export interface FoundSession {
  readonly sessionId: string
  readonly user: SignedIn
  /** The Set-Cookie header to send because the session was extended; null if it was not. */
  readonly renewed: string | null
}

/** Proof that a request may act for an account. */
export interface Proof {
  /** The account as it was when the password was checked. */
  readonly account: { readonly id: string; readonly passwordHash: string }
  /** Whether a code of the second factor was checked besides the password. */
  readonly secondFactor: boolean
}

export interface Sessions {
  /** Returns the valid session in the Cookie header and extends it if due; null if there is none. */
  find(cookieHeader: string | undefined): Promise<FoundSession | null>
  /**
   * Starts a session and returns its Set-Cookie header. Returns null and starts none if the proof is outdated: since
   * the check the password was changed, the second factor turned on, or the account disabled or deleted. `userAgent` is
   * the request's User-Agent header.
   */
  start(proof: Proof, userAgent?: string): Promise<string | null>
  end(sessionId: string): Promise<void>
  endAll(userId: string): Promise<void>
  /** The Set-Cookie header that removes the session cookie. */
  readonly blank: string
}

/** Stores files under keys like 'ab/cdef0123' (2, then 8 to 64 characters). Methods throw the backend's errors. */
export interface Storage {
  /** Writes the file atomically: if the source fails, no file is left under the key. */
  put(key: string, source: Readable): Promise<void>
  /** Returns the content as a stream; null if there is no file. */
  get(key: string): Promise<Readable | null>
  /** Deletes the file; does nothing if there is none. */
  delete(key: string): Promise<void>
  /** Yields all keys in pages, including those of files that an interrupted `put` has left. */
  list(): AsyncIterable<readonly string[]>
  /** Returns when the file was written, in ms since the Unix epoch; null if there is none. */
  writtenAt(key: string): Promise<number | null>
}

/** Interface of billing for the rest of the server. server/billing implements it for every provider. */
export interface Subscriptions {
  /** Reads the account's state from the provider before a refusal. Never throws: the stored state stays. */
  repair(userId: string): Promise<void>
  /** Passes the account's new address to the provider, for receipts. Failures are logged, not thrown. */
  tellEmail(userId: string, email: string): Promise<void>
  /** Ends every subscription that could still charge. 'billing_failed': unconfirmed, so the account must stay. */
  endAll(userId: string): Promise<Result<null, 'billing_failed'>>
  /**
   * Reads customers again: 'due' whose access ends soon or whose invoice is unpaid, or 'all'. An interrupted pass of
   * the same `night` continues where it stopped. @throws the signal's reason if aborted
   */
  reconcile(which: 'due' | 'all', signal: AbortSignal, night?: number): Promise<void>
}
