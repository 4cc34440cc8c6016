/** Forms that several settings share: host names, addresses of mailboxes, texts that go into one line. */
import { isIP } from 'node:net'
import { isEmail } from '../contract/credentials.ts'

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?'
const HOST_NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*\\.?$`, 'i')

/** An IP address, in brackets or not, or a name that DNS could know (RFC 1123). `127.0.0.999` is neither. */
export function isHost(text: string): boolean {
  if (isIP(text.replace(/^\[(.*)\]$/, '$1')) !== 0) return true
  const isNumeric = /(^|\.)\d+\.?$/.test(text) // no top-level domain is a number
  return text.length <= 253 && HOST_NAME.test(text) && !isNumeric
}

/** `hello@example.org` or `Midground <hello@example.org>`: the address; null for everything else. */
export function mailboxAddress(text: string): string | null {
  const [, address = ''] = /^(?:[^<>@\p{C}]*)<([^<>]+)>$/u.exec(text) ?? [null, text]
  return isEmail(address) ? address : null
}

/** Has line breaks or other control characters, which would end a header or a line of a log. */
export const hasControls = (text: string): boolean => /\p{C}/u.test(text)
