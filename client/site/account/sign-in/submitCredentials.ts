/** Validates and submits the sign-in form. */

import type { ApiError } from '#client/kit/api/api.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { isEmail, isPasswordLength } from '#server/contract/credentials.ts'
import { API_ERRORS, type ApiErrorCode } from '#server/contract/errors.ts'
import { safeReturnPath } from '#server/contract/guard.ts'
import type { Account } from '../state/account.ts'

/** The purpose of a submitted form. `forgot` requests the email with the reset link. */
export type Intent = 'sign-in' | 'create' | 'forgot'

/** Error texts by field. `form` is for errors of no single field. */
export interface FieldErrors {
  email?: string
  password?: string
  form?: string
}

/** A field of the form, at which an error is shown. */
export type CredentialField = 'email' | 'password'

/** The form's next state after it was submitted. */
export type SubmitResult =
  | { kind: 'done'; returnUrl: string }
  | { kind: 'check-your-mail'; email: string }
  /** The password is correct, and the account also requires a code. See submitCode. */
  | { kind: 'code-needed'; credentials: Credentials }
  | { kind: 'refused'; complaints: FieldErrors }
  /** A required field is empty. The form shows no error and moves the focus to the field. */
  | { kind: 'incomplete'; field: CredentialField }

/** The user's input, and the path to open after signing in. */
export interface Credentials {
  email: string
  password: string
  returnUrl: string
}

/** Validates the input by the server's rules. Returns null when the input is valid. */
function validateCredentials(intent: Intent, { email, password }: Credentials): FieldErrors | null {
  const found: FieldErrors = {}
  if (!isEmail(email)) found.email = t(API_ERRORS.invalid_email)
  if (intent === 'create' && !isPasswordLength(password)) found.password = t(API_ERRORS.weak_password)
  return Object.keys(found).length > 0 ? found : null
}

/** Returns the first empty required field, or null. */
function emptyField(intent: Intent, { email, password }: Credentials): CredentialField | null {
  if (email === '') return 'email'
  return intent !== 'forgot' && password === '' ? 'password' : null
}

/**
 * Validates the sign-in form and sends it to the server. Returns the form's next state. After a successful sign-in it
 * refreshes the account.
 */
export async function submitCredentials(account: Account, intent: Intent, typed: Credentials): Promise<SubmitResult> {
  const credentials = { ...typed, email: typed.email.trim() }
  const empty = emptyField(intent, credentials)
  if (empty) return { kind: 'incomplete', field: empty }
  const complaints = validateCredentials(intent, credentials)
  if (complaints) return { kind: 'refused', complaints }
  const { email, password, returnUrl } = credentials
  switch (intent) {
    case 'sign-in': {
      const answer = await account.api.signIn(email, password, returnUrl)
      if (answer.ok) return done(account, answer.value.returnUrl)
      return answer.error.code === 'code_needed' ? { kind: 'code-needed', credentials } : refused(answer.error)
    }
    case 'create': {
      const answer = await account.api.signUp(email, password, returnUrl)
      if (!answer.ok) return refused(answer.error)
      return 'returnUrl' in answer.value ? done(account, answer.value.returnUrl) : { kind: 'check-your-mail', email }
    }
    case 'forgot': {
      const answer = await account.api.forgotPassword(email)
      return answer.ok ? { kind: 'check-your-mail', email } : refused(answer.error)
    }
  }
}

async function done(account: Account, returnUrl: string): Promise<SubmitResult> {
  await account.signedIn()
  return { kind: 'done', returnUrl: safeReturnPath(returnUrl) }
}

const FIELD_OF: Partial<Record<ApiErrorCode | 'offline', keyof FieldErrors>> = {
  invalid_email: 'email',
  email_taken: 'email',
  weak_password: 'password',
  common_password: 'password',
  wrong_password: 'password',
}

const refused = ({ code, message }: ApiError): SubmitResult => ({
  kind: 'refused',
  complaints: { [FIELD_OF[code] ?? 'form']: message },
})

/** Sends the second step of a sign-in: the credentials again, with a code. */

/** The form's next state after a code was submitted. `returnUrl` is the path to open. */
export type CodeResult = { kind: 'done'; returnUrl: string } | { kind: 'refused'; complaint: string }

/** Signs in with credentials that the server has accepted, and a code. Refreshes the account on success. */
export async function submitCode(account: Account, credentials: Credentials, code: string): Promise<CodeResult> {
  const { email, password, returnUrl } = credentials
  const answer = await account.api.signIn(email, password, returnUrl, code)
  if (!answer.ok) return { kind: 'refused', complaint: answer.error.message }
  await account.signedIn()
  return { kind: 'done', returnUrl: safeReturnPath(answer.value.returnUrl) }
}
