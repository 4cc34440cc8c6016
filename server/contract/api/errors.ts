/** All errors of our API, by code. A response contains `{ error: { code, message } }`. */
export const API_ERRORS = {
  invalid_request: 'Invalid request.',
  invalid_email: 'Please enter a valid email address.',
  invalid_price: 'This plan isn’t available. Choose another plan.',
  weak_password: 'Please choose a password of 8 to 256 characters.',
  common_password: 'This password is too common. Please choose another one.',
  email_taken: 'An account with this email address already exists. Sign in instead.',
  bad_credentials: 'Incorrect email address or password.',
  bad_or_unconfirmed:
    'Incorrect email address or password. If you’ve just signed up, first open the link we emailed you.',
  guarded: 'Too many failed sign-in attempts. Try again later or reset your password.',
  wrong_password: 'Incorrect password.',
  code_needed: 'Enter the code from your authenticator app.',
  two_steps_needed: 'Turn on two-step sign-in in your account settings, then sign out and sign in again.',
  wrong_code: 'This code is incorrect or has already been used. Enter a new code.',
  invalid_or_expired: 'This link is invalid or has expired. Request a new one.',
  signed_out: 'Please sign in to continue',
  forbidden: 'You don’t have permission to do this.',
  cross_site: 'Request blocked because it came from another site.',
  unverified: 'Please confirm your email address first.',
  no_profile: 'Could not fetch user profile',
  free_limit: 'You’ve used all your free images. Upgrade to edit more photos.',
  no_credits: 'No credits • Please upgrade',
  not_found: 'Not found.',
  conflict: 'You can’t make this change. Reload the page to see the current settings.',
  not_json: 'The request must be JSON.',
  too_large: 'The request is too large.',
  not_png: 'The file is not a PNG image.',
  not_multipart: 'The request must be multipart/form-data with a file.',
  quota: 'Storage is full.',
  too_many: 'Too many requests. Please try again later.',
  no_subscription: 'No active subscription found.',
  billing_failed: 'Failed to open subscription management. Please try again.',
  not_deleted: 'Your account wasn’t deleted. We couldn’t reach the payment provider. Please try again later.',
  not_canceled: 'Your trial wasn’t canceled. We couldn’t reach the payment provider. Please try again later.',
  checkout_failed: 'Failed to open the checkout. Please try again.',
  billing_off: 'Billing is turned off on this server.',
  no_mail: 'This server can’t send email. Contact the site administrator.',
  bad_signature: 'This request has an invalid signature.',
  unavailable: 'The server is busy. Please try again.',
  internal: 'Something went wrong. Please try again.',
} as const

export type ApiErrorCode = keyof typeof API_ERRORS

export interface ApiErrorJson<Code extends ApiErrorCode = ApiErrorCode> {
  error: { code: Code; message: string }
}
