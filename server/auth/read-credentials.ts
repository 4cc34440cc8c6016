/** Narrows the bodies of the auth routes. */
import { emailKey, isEmail, isNewEmail, isPasswordLength } from '../contract/credentials.ts'
import type { ApiErrorCode } from '../contract/errors.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { safeReturnPath } from '../contract/return-path.ts'
import { type JsonObject, text } from '../http/body.ts'
import { isCommonPassword } from './common-passwords.ts'

interface Credentials {
  email: string
  password: string
  returnUrl: string
}

/** Null where there is none that a mail could be sent to. */
export function readAddress(body: JsonObject): string | null {
  const email = text(body.email)?.trim()
  return email !== undefined && isEmail(email) ? email : null
}

/** Null for what no account may be made for. */
export function readNewAddress(body: JsonObject): string | null {
  const email = text(body.email)?.trim()
  return email !== undefined && isNewEmail(email) ? email : null
}

/** What the server accepts to sign in: no rule of strength, for rules change and accounts stay. */
export function readLogin(body: JsonObject): Credentials | ApiErrorCode {
  const email = readAddress(body)
  const password = text(body.password)
  if (email === null || password === undefined) return 'bad_credentials'
  return { email, password: password.slice(0, 4096), returnUrl: safeReturnPath(body.returnUrl) }
}

/** `brand` is the product's name. */
export const readSignup =
  (brand: string) =>
  (body: JsonObject): Credentials | ApiErrorCode => {
    const email = readNewAddress(body)
    if (email === null) return 'invalid_email'
    const password = readNewPassword(body.password)
    if (!password.ok) return password.error
    if (isGuessable(password.value, [brand, email])) return 'common_password'
    return { email, password: password.value, returnUrl: safeReturnPath(body.returnUrl) }
  }

/** Length and the list of common ones; no rules about kinds of letters (ASVS 6.2). See `isGuessable` as well. */
export function readNewPassword(
  value: unknown,
): Result<string, 'invalid_request' | 'weak_password' | 'common_password'> {
  const password = text(value)
  if (password === undefined) return err('invalid_request')
  if (!isPasswordLength(password)) return err('weak_password')
  if (isCommonPassword(password) || isRepetition(password)) return err('common_password')
  return ok(password)
}

/** Fewer characters than this beside a known word are tried first by whoever guesses. */
const MIN_BESIDE = 4

/** Whether little is left of the password without the product's name, or without the address or the part before its @. */
export function isGuessable(password: string, words: readonly string[]): boolean {
  const key = emailKey(password)
  return words
    .flatMap((word) => [emailKey(word), emailKey(word).split('@')[0] ?? ''])
    .filter((word) => word.length >= MIN_BESIDE)
    .some((word) => [...key.replaceAll(word, '')].length < MIN_BESIDE)
}

/** One to three characters again and again. */
const isRepetition = (password: string): boolean => /^(.{1,3}?)\1+$/su.test(password)
