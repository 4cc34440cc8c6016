/** Sends emails over SMTP. No other module imports nodemailer. */
import { createTransport } from 'nodemailer'
import type { SmtpConfig } from '#server/config/network.ts'
import { isEmail } from '#server/contract/api/credentials.ts'
import type { Email } from './templates.ts'

/** Sends emails. Tests use a fake. */
export interface Transport {
  /**
   * Sends the email.
   * @throws {MailTlsError} if TLS fails or its certificate is invalid, another error if the address is invalid, or if
   * the server can't be reached or rejects the email
   */
  send(to: string, email: Email): Promise<void>
  /** Closes the pooled connections. */
  close(): void
}

/** TLS failed, and nothing was sent in clear text. The message is for the operator. */
export class MailTlsError extends Error {
  override readonly name = 'MailTlsError'
}

const TIMEOUT_MS = 20_000
/**
 * Maximum time in ms to wait for the mail server's reply. After an email, it may take 10 minutes (RFC 5321, 4.5.3.2.6).
 */
const ANSWER_MS = 10 * 60_000
/** Maximum time in ms that `send` takes, including the connection and the steps before the reply to the email. */
export const SEND_MS = ANSWER_MS + 60_000

/** Creates a transport with pooled connections. It connects when the first email is sent. */
export function smtpTransport(config: SmtpConfig, answerMs = ANSWER_MS) {
  const mailer = createTransport({
    pool: true,
    host: config.host,
    port: config.port,
    secure: config.tls === 'start',
    requireTLS: config.tls === 'upgrade',
    ignoreTLS: config.tls === 'off',
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: answerMs,
    idleTimeout: TIMEOUT_MS,
    ...(config.user ? { auth: { user: config.user, pass: config.password ?? '' } } : {}),
  })
  return {
    async send(to: string, email: Email): Promise<void> {
      if (!isEmail(to)) throw new Error('not a mail address')
      // `to` is an object, because in a string a line break could add a second recipient
      try {
        await mailer.sendMail({ from: config.from, to: { name: '', address: to }, ...email })
      } catch (error) {
        throw tlsFailure(config.host, error) ?? error
      }
    },
    /** Connects, starts TLS and signs in, without sending an email. @throws like `send` */
    async verify(): Promise<void> {
      try {
        await mailer.verify()
      } catch (error) {
        throw tlsFailure(config.host, error) ?? error
      }
    },
    close: () => mailer.close(),
  }
}

/** Codes and messages of OpenSSL's and Node's errors about invalid certificates. */
const CERTIFICATE = /cert|self.signed|UNABLE_TO_|ERR_TLS_|HOSTNAME_MISMATCH/i

/** Returns the error as a MailTlsError, or null if its cause isn't TLS. */
function tlsFailure(host: string, error: unknown): MailTlsError | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  if (CERTIFICATE.test(`${error.code} ${error.message}`))
    return new MailTlsError(
      `The certificate of the mail server ${host} is not valid (${error.message}), so nothing was sent.`,
    )
  if (error.code === 'ETLS')
    return new MailTlsError(
      `The mail server ${host} offers no TLS, so nothing was sent. SMTP_TLS=off sends mails in clear.`,
    )
  return null
}
