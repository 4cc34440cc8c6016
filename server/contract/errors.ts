/** Every error our API answers with: `{ error: { code, message } }`. */
export const API_ERRORS = {
  invalid_request: 'The request is not valid.',
  invalid_email: 'Please enter a valid email address.',
  invalid_price: 'This plan does not exist.',
  weak_password: 'Please choose a password of 8 to 256 characters.',
  common_password: 'This password is too common. Please choose another one.',
  email_taken: 'There is already an account with this email address.',
  bad_credentials: 'The email address or the password is wrong.',
  guarded:
    'There were too many failed attempts to sign in to this account. Please try again later, or choose a new password.',
  wrong_password: 'The password is wrong.',
  code_needed: 'Please enter a code of your authenticator app.',
  wrong_code: 'The code is wrong or was used before.',
  invalid_or_expired: 'This link is invalid or has expired.',
  signed_out: 'Please sign in to continue',
  forbidden: 'This is not allowed.',
  cross_site: 'This request came from another site.',
  unconfirmed: 'Please confirm your email address first: open the link in our mail. “Create account” sends it again.',
  unverified: 'Please confirm your email address first.',
  no_profile: 'Could not fetch user profile',
  free_limit: 'You have used all free images.',
  no_credits: 'No credits • Please upgrade',
  not_found: 'There is nothing here.',
  conflict: 'This can no longer be changed.',
  not_json: 'The request must be JSON.',
  too_large: 'The request is too large.',
  not_png: 'The file is not a PNG image.',
  not_multipart: 'The request must be a form with a file.',
  quota: 'The storage is full.',
  too_many: 'Too many requests. Please try again later.',
  billing_failed: 'Failed to open subscription management. Please try again.',
  checkout_failed: 'Failed to open the checkout. Please try again.',
  billing_off: 'Billing is switched off.',
  no_mail: 'This server sends no mail. Please ask its operator.',
  bad_signature: 'The signature does not match.',
  unavailable: 'The server is busy. Please try again.',
  internal: 'Something went wrong. Please try again.',
} as const

/** Code of an error response; a key of `API_ERRORS`. */
export type ApiErrorCode = keyof typeof API_ERRORS

/** The body of every error response. */
export interface ApiErrorJson<Code extends ApiErrorCode = ApiErrorCode> {
  error: { code: Code; message: string }
}
