/** Limits the password attempts per account, across all IP addresses (OWASP ASVS 6.3). */
import { RULES } from '#server/config/rate-limits.ts'
import { emailKey } from '#server/contract/api/credentials.ts'
import { DAY_MS } from '#server/contract/time.ts'
import { sha256 } from '#server/crypto/secrets.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { Counter } from '#server/http/limiter.ts'

/** Returns the counters of a password attempt. All known browsers share one counter, all other browsers share two. */
export const countersOf = (email: string, isKnown: boolean): Counter[] => {
  const account = sha256(emailKey(email))
  const rules = isKnown ? [RULES.loginDevice] : [RULES.loginAccount, RULES.loginAccountDay]
  return rules.map((rule) => [rule, account])
}

/**
 * Returns the counters of an attempt at a second-factor code. A known browser (`browserId`: its device cookie or
 * session) has its own counter, and all known browsers share a second counter. Other browsers (null) share two
 * counters.
 */
export const codeCountersOf = (userId: string, browserId: string | null): Counter[] =>
  browserId === null
    ? [
        [RULES.codeAccount, userId],
        [RULES.codeAccountDay, userId],
      ]
    : [
        [RULES.codeDevice, sha256(browserId)],
        [RULES.codeKnownDay, userId],
      ]

/**
 * Queues a warning email, at most once a day. The account is looked up when the email is sent, so all requests take
 * equally long.
 */
export async function warnOwner({ mail, now }: Pick<Deps, 'mail' | 'now'>, email: string): Promise<void> {
  const dedupe = `login-attempts:${sha256(emailKey(email))}:${Math.floor(now() / DAY_MS)}`
  await mail.queue({ template: 'login-attempts', to: email, data: {}, dedupe })
}
