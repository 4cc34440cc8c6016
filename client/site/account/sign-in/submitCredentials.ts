/** Validates and submits the sign-in form. */
import type { ApiError } from '#client/kit/api/api.ts'
import { claimWaitingPhoto } from '#client/kit/device-storage/sharedFile.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { isEmail, isPasswordLength } from '#server/contract/api/credentials.ts'
import { API_ERRORS, type ApiErrorCode } from '#server/contract/api/errors.ts'
import { safeReturnPath } from '#server/contract/pages/guard.ts'
import type { Account } from '../state/account.ts'

/** The purpose of a submitted form. `forgot`: to request the email with the reset link. */
export type Intent = 'sign-in' | 'create' | 'forgot'

/** Error text by field. `form`: errors that aren't about a single field. */
export interface FieldErrors {
  email?: string
  password?: string
  form?: string
}

/** The state of a form after it was submitted. */
export type SubmitResult =
  | { kind: 'done'; returnUrl: string }
  | { kind: 'check-your-mail'; email: string }
  /** The password is correct, but the account also requires a code (see `submitCode`). */
  | { kind: 'code-needed'; credentials: Credentials }
  | { kind: 'refused'; complaints: FieldErrors }

/** The user's input, and the path that opens after signing in. */
export interface Credentials {
  email: string
  password: string
  returnUrl: string
}

/** Checks the input by the same rules as the server. Returns an empty object if the input is valid. */
const validateCredentials = (intent: Intent, { email, password }: Credentials): FieldErrors => ({
  ...(!isEmail(email) && { email: t(API_ERRORS.invalid_email) }),
  ...(intent === 'create' && !isPasswordLength(password) && { password: t(API_ERRORS.weak_password) }),
  ...(intent === 'sign-in' && password === '' && { password: t('Please enter your password.') }),
})

/**
 * Validates the sign-in form and submits it. Returns the next state of the form. After a successful sign-in, refreshes
 * the account. If a new account must confirm its address first, the waiting photo is assigned to this address.
 */
export async function submitCredentials(account: Account, intent: Intent, typed: Credentials): Promise<SubmitResult> {
  const credentials = { ...typed, email: typed.email.trim() }
  const complaints = validateCredentials(intent, credentials)
  if (Object.keys(complaints).length > 0) return { kind: 'refused', complaints }
  const { email, password, returnUrl } = credentials
  switch (intent) {
    case 'sign-in': {
      const answer = await account.api.signIn(email, password, returnUrl)
      if (answer.ok) return finishSignIn(account, answer.value.returnUrl)
      return answer.error.code === 'code_needed' ? { kind: 'code-needed', credentials } : toRefusal(answer.error)
    }
    case 'create': {
      const answer = await account.api.signUp(email, password, returnUrl)
      if (!answer.ok) return toRefusal(answer.error)
      if ('returnUrl' in answer.value) return finishSignIn(account, answer.value.returnUrl)
      await claimWaitingPhoto(email) // the photo opens after the user has clicked the link in the email
      return { kind: 'check-your-mail', email }
    }
    case 'forgot': {
      const answer = await account.api.forgotPassword(email)
      return answer.ok ? { kind: 'check-your-mail', email } : toRefusal(answer.error)
    }
  }
}

async function finishSignIn(account: Account, returnUrl: string) {
  await account.signedIn()
  const { user } = account.state
  // the photo is stored, because the account may first have to buy a plan on another page
  if (user) await claimWaitingPhoto(user.id)
  return { kind: 'done' as const, returnUrl: safeReturnPath(returnUrl) }
}

const FIELD_OF: Partial<Record<ApiErrorCode | 'offline', keyof FieldErrors>> = {
  invalid_email: 'email',
  email_taken: 'email',
  weak_password: 'password',
  common_password: 'password',
  wrong_password: 'password',
}

const toRefusal = ({ code, message }: ApiError): SubmitResult => ({
  kind: 'refused',
  complaints: { [FIELD_OF[code] ?? 'form']: message },
})

/**
 * Signs in with a code, and with credentials that the server has already accepted. After success, refreshes the
 * account. Returns the path that opens next, or the error text.
 */
export async function submitCode(
  account: Account,
  { email, password, returnUrl }: Credentials,
  code: string,
): Promise<Result<string, string>> {
  const answer = await account.api.signIn(email, password, returnUrl, code)
  if (!answer.ok) return err(answer.error.message)
  return ok((await finishSignIn(account, answer.value.returnUrl)).returnUrl)
}
