/** Validates values that several settings share: host names, email addresses, texts of one line. */
import { isIP } from 'node:net'
import { isEmail } from '#server/contract/credentials.ts'

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?'
const HOST_NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*\\.?$`, 'i')

/**
 * Returns true for an IP address, with or without brackets, and for a valid host name (RFC 1123). `127.0.0.999` is
 * neither.
 */
export function isHost(text: string): boolean {
  if (isIP(text.replace(/^\[(.*)\]$/, '$1')) !== 0) return true
  const isNumeric = /(^|\.)\d+\.?$/.test(text) // a name whose last label is a number can't be a host name
  return text.length <= 253 && HOST_NAME.test(text) && !isNumeric
}

/** Returns the address of `hello@example.org` or `Midground <hello@example.org>`; null for any other form. */
export function mailboxAddress(text: string): string | null {
  const [, address = ''] = /^(?:[^<>@\p{C}]*)<([^<>]+)>$/u.exec(text) ?? [null, text]
  return isEmail(address) ? address : null
}

/**
 * Returns true if the text contains line breaks or other control characters, which would end a header or a log line.
 */
export const hasControls = (text: string): boolean => /\p{C}/u.test(text)
