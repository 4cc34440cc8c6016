/** The rules for email addresses and passwords. The client checks them first, the server again. */

/** Minimum length of a password, in visible characters. */
export const PASSWORD_MIN = 8
/** Maximum length of a password, which bounds the cost of hashing. */
const PASSWORD_MAX = 256
const EMAIL_MAX = 254
/** UTF-16 code units of the longest characters in use, families of emoji. */
const MAX_UNITS = 12

/** Returns true for one valid address. Characters that could add a recipient or a header to an email are refused. */
export function isEmail(value: string): boolean {
  if (value.length > EMAIL_MAX) return false
  return /^[^\s@,;:<>()[\]"\\\p{C}]{1,64}@[^\s@,;:<>()[\]"\\\p{C}]+\.[^\s@,;:<>()[\]"\\.\p{C}]{2,}$/u.test(value)
}

/** Returns true for a valid address in NFKC form. Other forms look like another person's address and share its key. */
export const isNewEmail = (value: string): boolean => isEmail(value) && value === value.normalize('NFKC')

/** Returns the key of an address. Spellings that differ in case or Unicode form have one key. */
export const emailKey = (email: string): string => email.normalize('NFKC').toLowerCase()

/** Returns true for 8 to 256 characters as people count them: an emoji or an accented letter is one. */
export function isPasswordLength(password: string): boolean {
  if (password.length > PASSWORD_MAX * MAX_UNITS) return false // avoids counting the characters of a long text
  const characters = [...new Intl.Segmenter().segment(password)].length
  return characters >= PASSWORD_MIN && characters <= PASSWORD_MAX
}
