/** The mails the server sends, and where they are queued. Made by server/mail. */

/** The data of each letter template. */
export interface LetterData {
  'verify-email': { readonly link: string }
  'new-email': { readonly link: string }
  'email-changing': { readonly to: string; readonly link: string }
  'reset-password': { readonly link: string }
  'account-exists': { readonly link: string }
  'trial-ending': { readonly until: string; readonly link: string }
  'payment-failed': { readonly link: string }
  'password-changed': { readonly link: string }
  'second-factor-on': { readonly link: string }
  'second-factor-off': { readonly link: string }
  'login-guarded': { readonly link: string }
  'operator-notice': { readonly subject: string; readonly text: string }
}

/** The data of mails whose letter is chosen when they are sent (auth/resolve-mail.ts). */
export interface OccasionData {
  'sign-up': { readonly signup: string }
  'forgot-password': Readonly<Record<never, never>>
  'login-attempts': Readonly<Record<never, never>>
  'change-email': { readonly userId: string }
}

/** Name of a letter template. */
export type LetterTemplate = keyof LetterData

type MailOf<Data> = {
  [T in keyof Data]: {
    readonly template: T
    readonly to: string
    readonly data: Data[T]
    /** Key of the mail's occasion, for example an event's id: of mails with the same key only the first is queued. */
    readonly dedupe?: string
  }
}[keyof Data]

/** A mail whose letter is known. */
export type LetterMail = MailOf<LetterData>
/** A mail as it is queued; for an occasion the letter is chosen when it is sent. */
export type Mail = MailOf<LetterData & OccasionData>

/** The outbox, as routes and jobs see it. */
export interface Mailbox {
  /** False if no SMTP server is configured: no mail is queued or sent, and the operator hands out links. */
  readonly on: boolean
  /** Inserts the mail into the outbox table; a job sends it and retries failures. Does nothing if `on` is false. */
  queue(mail: Mail): Promise<void>
}
