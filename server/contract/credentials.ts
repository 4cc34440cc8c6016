/** What an address and a password must look like, said before the server is asked and checked there again. */

export const PASSWORD_MIN = 8
/** Long phrases are welcome; the bound only keeps hashing cheap. */
const PASSWORD_MAX = 256
const EMAIL_MAX = 254
/** UTF-16 code units of the longest characters in use, families of emoji. */
const MAX_UNITS = 12

/**
 * Strict on purpose: one @, a dot in the domain, none of the characters that could add a second recipient or a header to a mail.
 */
export function isEmail(value: string): boolean {
  if (value.length > EMAIL_MAX) return false
  return /^[^\s@,;:<>()[\]"\\\p{C}]{1,64}@[^\s@,;:<>()[\]"\\\p{C}]+\.[^\s@,;:<>()[\]"\\.\p{C}]{2,}$/u.test(value)
}

/**
 * An address that an account may be made for: one in its plain letters. Others, like a ligature for two letters, look like the
 * address of somebody else and have the same key.
 */
export const isNewEmail = (value: string): boolean => isEmail(value) && value === value.normalize('NFKC')

/** Two spellings of one address are one account. */
export const emailKey = (email: string): string => email.normalize('NFKC').toLowerCase()

/** In characters as people count them: an emoji or an accented letter is one, whatever its encoding. */
export function isPasswordLength(password: string): boolean {
  if (password.length > PASSWORD_MAX * MAX_UNITS) return false // counting is not free
  const characters = [...new Intl.Segmenter().segment(password)].length
  return characters >= PASSWORD_MIN && characters <= PASSWORD_MAX
}
