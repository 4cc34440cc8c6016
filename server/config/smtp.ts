import { isLoopback } from '#server/contract/addresses.ts'
import { isHost, mailboxAddress } from './forms.ts'
import type { Reader } from './reader.ts'

/** The settings of outgoing email. */
export interface SmtpConfig {
  readonly host: string
  readonly port: number
  /** `start`: TLS from the first byte (port 465). `upgrade`: STARTTLS, else nothing is sent. `off`: unencrypted. */
  readonly tls: 'start' | 'upgrade' | 'off'
  readonly user: string | null
  readonly password: string | null
  readonly from: string
}

/**
 * Reads the mail server's variables; reports mistakes to `reader`. Returns null without SMTP_HOST: the server sends no
 * mail.
 */
export function readSmtp(reader: Reader): SmtpConfig | null {
  const host = reader.text('SMTP_HOST')
  if (host === '') return null
  if (!isHost(host)) reader.problem('SMTP_HOST must be a host name or an IP address, e.g. mail.example.org')
  const from = reader.text('SMTP_FROM')
  if (from === '') reader.problem('SMTP_FROM is needed with SMTP_HOST: the address our mails come from')
  else if (mailboxAddress(from) === null)
    reader.problem('SMTP_FROM must be a mail address, e.g. Midground <hello@example.org>')
  const [user, password] = [reader.text('SMTP_USER'), reader.text('SMTP_PASSWORD')]
  if ((user === '') !== (password === '')) reader.problem('SMTP_USER and SMTP_PASSWORD are needed together, or neither')
  const port = reader.integer('SMTP_PORT', 1, 65_535)
  const isOff = reader.choice('SMTP_TLS', ['required', 'off']) === 'off'
  const tls = isOff ? 'off' : port === 465 ? 'start' : 'upgrade'
  if (isOff && !isLoopback(host))
    reader.warning('SMTP_TLS is off: mails, and the password at the mail server, can be read on the way.')
  return {
    host,
    port,
    tls,
    user: user || null,
    password: password || null,
    from,
  }
}
