/** The rules for email addresses and passwords. The client checks them first, the server again. */

/** Minimum length of a password, in visible characters. */
export const PASSWORD_MIN = 8
/** Maximum length of a password, which bounds the cost of hashing. */
const PASSWORD_MAX = 256
const EMAIL_MAX = 254
/** UTF-16 code units of the longest characters in use, families of emoji. */
const MAX_UNITS = 12

/**
 * Returns true for an address that mail can be sent to. Strict on purpose: one @, a dot in the domain, none of the
 * characters that could add a second recipient or a header to a mail.
 */
export function isEmail(value: string): boolean {
  if (value.length > EMAIL_MAX) return false
  return /^[^\s@,;:<>()[\]"\\\p{C}]{1,64}@[^\s@,;:<>()[\]"\\\p{C}]+\.[^\s@,;:<>()[\]"\\.\p{C}]{2,}$/u.test(value)
}

/**
 * Returns true for an address that a new account may have: a valid one in Unicode's NFKC form. Other forms, for example
 * with a ligature for two letters, look like somebody else's address and have the same key.
 */
export const isNewEmail = (value: string): boolean => isEmail(value) && value === value.normalize('NFKC')

/**
 * Returns the key under which accounts are found: spellings of one address that differ in case or Unicode form have one
 * key.
 */
export const emailKey = (email: string): string => email.normalize('NFKC').toLowerCase()

/**
 * Returns true for 8 to 256 characters as people count them: an emoji or an accented letter is one, whatever its
 * encoding.
 */
export function isPasswordLength(password: string): boolean {
  if (password.length > PASSWORD_MAX * MAX_UNITS) return false // avoids counting the characters of a long text
  const characters = [...new Intl.Segmenter().segment(password)].length
  return characters >= PASSWORD_MIN && characters <= PASSWORD_MAX
}
