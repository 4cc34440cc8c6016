/** What an address and a password must look like, said before the server is asked and checked there again. */

export const PASSWORD_MIN = 8
/** Long phrases are welcome; the bound only keeps hashing cheap. */
export const PASSWORD_MAX = 256
const EMAIL_MAX = 254

/**
 * Strict on purpose: one @, a dot in the domain, none of the characters that could add a second recipient or a header to a mail.
 */
export function isEmail(value: string): boolean {
  if (value.length > EMAIL_MAX) return false
  return /^[^\s@,;:<>()[\]"\\\p{C}]{1,64}@[^\s@,;:<>()[\]"\\\p{C}]+\.[^\s@,;:<>()[\]"\\.\p{C}]{2,}$/u.test(value)
}

/** Two spellings of one address are one account. */
export const emailKey = (email: string): string => email.normalize('NFKC').toLowerCase()

export const isPasswordLength = (password: string): boolean =>
  password.length >= PASSWORD_MIN && password.length <= PASSWORD_MAX
