/** The mails the server sends, and where they are queued. Made by server/mail. */

/** What a template needs to be written, by template. */
export interface LetterData {
  'verify-email': { readonly link: string }
  'new-email': { readonly link: string }
  'email-changing': { readonly to: string; readonly link: string }
  'reset-password': { readonly link: string }
  'account-exists': { readonly link: string }
  'trial-ending': { readonly until: string; readonly link: string }
  'payment-failed': { readonly link: string }
  'password-changed': { readonly link: string }
  'login-guarded': { readonly link: string }
  'operator-notice': { readonly subject: string; readonly text: string }
}

/** Mails of which only the occasion is known yet: what they say is settled when they leave (auth/resolve-mail.ts). */
export interface OccasionData {
  'sign-up': { readonly signup: string }
  'forgot-password': Readonly<Record<never, never>>
  'login-attempts': Readonly<Record<never, never>>
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
