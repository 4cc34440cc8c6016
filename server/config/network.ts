/** Settings of network addresses: the address to listen on, the public origin, and the mail server. */
import { isLoopback } from '#server/contract/pages/addresses.ts'
import { isHost, mailboxAddress, type Reader } from './reader.ts'
import { VARIABLES } from './variables.ts'

const UNKNOWN_ORIGIN = 'http://localhost'

/** Returns PUBLIC_ORIGIN without a trailing slash. On loopback, the default is the address of the server. */
export function readOrigin(reader: Reader, host: string, port: number): string {
  const text = reader.text('PUBLIC_ORIGIN')
  if (text === '' && isLoopback(host))
    return `http://${host.includes(':') ? `[${host.replace(/^\[|\]$/g, '')}]` : host}:${port}`
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  reader.problem(
    text === ''
      ? 'PUBLIC_ORIGIN is needed when HOST is not loopback: the address your visitors type, e.g. https://photos.example.org'
      : 'PUBLIC_ORIGIN must look like https://photos.example.org, without a path',
  )
  return UNKNOWN_ORIGIN
}

/** Reads an address to listen on. Reports an invalid address to `reader` and returns the default instead. */
export function readHost(reader: Reader, name: 'HOST' | 'METRICS_HOST'): string {
  const host = reader.text(name)
  if (isHost(host)) return host
  reader.problem(`${name} must be an IP address or a host name, e.g. 127.0.0.1 or 0.0.0.0`)
  return VARIABLES[name].default
}

/** Reads the settings of the metrics and reports mistakes to `reader`. Returns null if metrics are off. */
export function readMetrics(reader: Reader, mainPort: number) {
  const token = reader.text('METRICS_TOKEN') || null
  const port = reader.text('METRICS_PORT') === '' ? null : reader.integer('METRICS_PORT', 0, 65_535)
  if (token === null && port === null) return null
  const host = readHost(reader, 'METRICS_HOST')
  if (token !== null && !/^\S{16,}$/.test(token))
    reader.problem('METRICS_TOKEN needs 16 characters at least, no blanks')
  if (token === null && !isLoopback(host)) reader.problem('METRICS_HOST other than loopback needs METRICS_TOKEN')
  if (port !== null && port !== 0 && port === mainPort) reader.problem('METRICS_PORT must differ from PORT')
  return {
    /** Port that serves only the metrics, or null. */
    port,
    host,
    /** Token that requests for metrics must contain, or null if only the separate port serves /metrics. */
    token,
  }
}

export type SmtpConfig = NonNullable<ReturnType<typeof readSmtp>>

/** Reads the settings of the mail server and reports mistakes. Returns null if SMTP_HOST isn't set. */
export function readSmtp(reader: Reader) {
  const host = reader.text('SMTP_HOST')
  if (host === '') return null
  if (!isHost(host)) reader.problem('SMTP_HOST must be a host name or an IP address, e.g. mail.example.org')
  const from = reader.text('SMTP_FROM')
  if (from === '') reader.problem('SMTP_FROM is needed with SMTP_HOST: the address our mails come from')
  else if (mailboxAddress(from) === null)
    reader.problem('SMTP_FROM must be a mail address, e.g. Midground <hello@example.org>')
  const [user, password] = [reader.text('SMTP_USER') || null, reader.text('SMTP_PASSWORD') || null]
  if ((user === null) !== (password === null))
    reader.problem('SMTP_USER and SMTP_PASSWORD are needed together, or neither')
  const port = reader.integer('SMTP_PORT', 1, 65_535)
  const isOff = reader.choice('SMTP_TLS', ['required', 'off']) === 'off'
  if (isOff && !isLoopback(host))
    reader.warning('SMTP_TLS is off: mails, and the password at the mail server, can be read on the way.')
  /** `start`: TLS from the first byte (port 465). `upgrade`: STARTTLS is required. `off`: unencrypted. */
  const tls: 'start' | 'upgrade' | 'off' = isOff ? 'off' : port === 465 ? 'start' : 'upgrade'
  return { host: host.replace(/^\[|\]$/g, ''), port, tls, user, password, from }
}
