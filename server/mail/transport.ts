/** The way to the mail server. The only importer of nodemailer. */
import { createTransport } from 'nodemailer'
import type { SmtpConfig } from '../config/smtp.ts'
import { isEmail } from '../contract/credentials.ts'
import type { Letter } from './templates.ts'

export interface Transport {
  /** Throws when the mail server does not take it. */
  send(to: string, letter: Letter): Promise<void>
  close(): void
}

const TIMEOUT_MS = 20_000

export function smtpTransport(config: SmtpConfig): Transport {
  const mailer = createTransport({
    pool: true,
    host: config.host,
    port: config.port,
    secure: config.secure,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    ...(config.user ? { auth: { user: config.user, pass: config.password ?? '' } } : {}),
  })
  return {
    async send(to, letter) {
      if (!isEmail(to)) throw new Error('not a mail address')
      // as an object: a plain string is parsed, and a line break in it can become a second recipient
      await mailer.sendMail({ from: config.from, to: { name: '', address: to }, ...letter })
    },
    close: () => mailer.close(),
  }
}
