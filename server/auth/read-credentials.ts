/** Validates the request bodies of the authentication routes. */
import { emailKey, isEmail, isNewEmail, isPasswordLength } from '#server/contract/api/credentials.ts'
import type { ApiErrorCode } from '#server/contract/api/errors.ts'
import { safeReturnPath } from '#server/contract/pages/guard.ts'
import { err, ok, type Result } from '#server/contract/result.ts'
import { type JsonObject, text } from '#server/http/body.ts'
import { isCommonPassword, normalizedPassword } from './common-passwords.ts'

interface Credentials {
  email: string
  password: string
  returnUrl: string
}

/** Returns the trimmed email address, or null if it is invalid. For a new account, pass `isNewEmail`. */
export function readAddress(body: JsonObject, isValid = isEmail): string | null {
  const email = text(body.email)?.trim()
  return email !== undefined && isValid(email) ? email : null
}

/**
 * Returns the credentials of a sign-in, or an error code. Doesn't check the password's strength, because old passwords
 * may break new rules.
 */
export function readLogin(body: JsonObject): (Credentials & { code?: string }) | ApiErrorCode {
  const email = readAddress(body)
  const password = text(body.password)
  if (email === null || password === undefined) return 'bad_credentials'
  const code = text(body.code)
  const credentials = { email, password: password.slice(0, 4096), returnUrl: safeReturnPath(body.returnUrl) }
  return code === undefined ? credentials : { ...credentials, code }
}

/** Returns the current password, and the code that an account with a second factor needs too, or an error code. */
export function readProof(body: JsonObject): { password: string; code?: string } | 'invalid_request' {
  const password = text(body.password)
  const code = text(body.code)
  if (password === undefined) return 'invalid_request'
  return code === undefined ? { password } : { password, code }
}

/** Returns a function that validates a sign-up and returns the credentials or an error code. `brand`: our name. */
export const readSignup =
  (brand: string) =>
  (body: JsonObject): Credentials | ApiErrorCode => {
    const email = readAddress(body, isNewEmail)
    if (email === null) return 'invalid_email'
    const password = readNewPassword(body.password)
    if (!password.ok) return password.error
    if (isGuessable(password.value, [brand, email])) return 'common_password'
    return { email, password: password.value, returnUrl: safeReturnPath(body.returnUrl) }
  }

/** Checks a new password: length, commonness, repetition (OWASP ASVS 6.2). Callers also check `isGuessable`. */
export function readNewPassword(
  value: unknown,
): Result<string, 'invalid_request' | 'weak_password' | 'common_password'> {
  const password = text(value)
  if (password === undefined) return err('invalid_request')
  if (!isPasswordLength(password)) return err('weak_password')
  if (isCommonPassword(password) || isRepetition(password)) return err('common_password')
  return ok(password)
}

/**
 * Minimum number of characters in addition to a known word, because attackers try known words with a few additions
 * first.
 */
const MIN_BESIDE = 4

/** Returns true if the password is one of `words` (or its part before @) plus fewer than `MIN_BESIDE` characters. */
export function isGuessable(password: string, words: readonly string[]): boolean {
  const key = stripSeparators(password)
  return words
    .flatMap((word) => [stripSeparators(word), stripSeparators(word.split('@')[0] ?? '')])
    .filter((word) => word.length >= MIN_BESIDE && key.includes(word))
    .some((word) => [...key.replaceAll(word, '')].length < MIN_BESIDE)
}

/** Returns the text in NFKC and lower case, without white space, dots, hyphens and underscores. */
const stripSeparators = (text: string): string => emailKey(text).replace(/[\s._-]/gu, '')

/** Returns true if the password repeats one to three characters. Ignores case, width and white space. */
function isRepetition(password: string): boolean {
  const plain = normalizedPassword(password).replace(/\s/gu, ' ')
  const characters = [...new Intl.Segmenter().segment(plain)].map(({ segment }) => segment)
  return [1, 2, 3].some((length) => characters.every((character, at) => character === characters[at % length]))
}
