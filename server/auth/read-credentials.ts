/** Narrows the bodies of the auth routes. */
import { emailKey, isEmail, isPasswordLength } from '../contract/credentials.ts'
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

/** What the server accepts to sign in: no rule of strength, for rules change and accounts stay. */
export function readLogin(body: JsonObject): Credentials | ApiErrorCode {
  const email = readAddress(body)
  const password = text(body.password)
  if (email === null || password === undefined) return 'bad_credentials'
  return { email, password: password.slice(0, 4096), returnUrl: safeReturnPath(body.returnUrl) }
}

export function readSignup(body: JsonObject): Credentials | ApiErrorCode {
  const email = readAddress(body)
  if (email === null) return 'invalid_email'
  const password = readNewPassword(body.password, email)
  if (!password.ok) return password.error
  return { email, password: password.value, returnUrl: safeReturnPath(body.returnUrl) }
}

/** Length and the list of common ones; no rules about kinds of letters (ASVS 6.2). The own address is no password. */
export function readNewPassword(value: unknown, email: string | null): Result<string, ApiErrorCode> {
  const password = text(value)
  if (password === undefined) return err('invalid_request')
  if (!isPasswordLength(password)) return err('weak_password')
  if (isCommonPassword(password) || (email !== null && emailKey(password) === emailKey(email)))
    return err('common_password')
  return ok(password)
}
