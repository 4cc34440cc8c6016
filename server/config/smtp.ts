import type { Reader } from './reader.ts'

export interface SmtpConfig {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly user: string | null
  readonly password: string | null
  readonly from: string
}

/** Null without SMTP_HOST: the server sends no mail. */
export function readSmtp(reader: Reader): SmtpConfig | null {
  const host = reader.text('SMTP_HOST')
  if (host === '') return null
  const from = reader.text('SMTP_FROM')
  if (from === '') reader.problem('SMTP_FROM is needed with SMTP_HOST: the address our mails come from')
  const port = reader.integer('SMTP_PORT', 1, 65_535)
  return {
    host,
    port,
    secure: port === 465,
    user: reader.text('SMTP_USER') || null,
    password: reader.text('SMTP_PASSWORD') || null,
    from,
  }
}
