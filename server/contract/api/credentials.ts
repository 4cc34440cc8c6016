/** The rules for email addresses and passwords. Client and server both check them. */

/** Minimum length of a password, in visible characters. */
export const PASSWORD_MIN = 8
/** Maximum length of a password, because the time of hashing depends on the length. */
const PASSWORD_MAX = 256
const EMAIL_MAX = 254
/** Maximum number of UTF-16 code units per visible character. Family emoji have the most. */
const MAX_UNITS = 12

/** Returns true for a single valid address. Rejects characters that could add a recipient or a header to an email. */
export function isEmail(value: string): boolean {
  if (value.length > EMAIL_MAX) return false
  return /^[^\s@,;:<>()[\]"\\\p{C}]{1,64}@[^\s@,;:<>()[\]"\\\p{C}]+\.[^\s@,;:<>()[\]"\\.\p{C}]{2,}$/u.test(value)
}

/** Returns true for a valid address in NFKC form. An address in any other form may look like another person's. */
export const isNewEmail = (value: string): boolean => isEmail(value) && value === value.normalize('NFKC')

/** Matches an address whose domain has letters beyond ASCII. */
const INTERNATIONAL = /^(.*@)(?=.*\P{ASCII})([\p{L}\p{M}\p{N}.-]+)$/su

/** Returns the address in NFKC and lower case. */
export const plainEmail = (email: string): string => email.normalize('NFKC').toLowerCase()

/**
 * Returns the key of an address. Spellings that differ in case or Unicode form have the same key. Domains become ASCII,
 * because Chromium converts the domain in an email field (`bücher.de` to `xn--bcher-kva.de`) and Firefox doesn't.
 */
export function emailKey(email: string): string {
  const plain = plainEmail(email)
  const [, local, domain] = INTERNATIONAL.exec(plain) ?? []
  const url = `http://${domain}`
  return domain !== undefined && URL.canParse(url) ? `${local}${new URL(url).hostname}` : plain
}

/** Returns true for 8 to 256 visible characters: an emoji or an accented letter counts as one. */
export function isPasswordLength(password: string): boolean {
  if (password.length > PASSWORD_MAX * MAX_UNITS) return false // avoids counting the characters of very long input
  const characters = [...new Intl.Segmenter().segment(password)].length
  return characters >= PASSWORD_MIN && characters <= PASSWORD_MAX
}
