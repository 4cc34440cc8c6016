/** Links that carry a secret. It stands in the fragment, which browsers keep out of requests, logs and Referer. */

/** What a secret link does. */
export type SecretLinkKind = 'reset-password' | 'verify-email'

/** Returns the link `origin/#kind=token`. `origin`: without a trailing slash. */
export const secretLink = (origin: string, kind: SecretLinkKind, token: string): string => `${origin}/#${kind}=${token}`

/** Parses `location.hash`; null if it is no secret link. */
export function readSecretLink(hash: string): { kind: SecretLinkKind; token: string } | null {
  const found = /^#(reset-password|verify-email)=([A-Za-z0-9_-]{20,100})$/.exec(hash)
  return found ? { kind: found[1] as SecretLinkKind, token: found[2] as string } : null
}
