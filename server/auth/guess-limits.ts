/** Bounds how many passwords are tried at one account, from however many addresses (ASVS 6.3). */
import { RULES, type Rule } from '../config/rate-limits.ts'
import { emailKey } from '../contract/credentials.ts'
import { sha256 } from '../crypto/secrets.ts'
import type { Deps } from '../deps/deps.ts'

const DAY_MS = 86_400_000

/** By which rules a try is counted, and for whom. */
export type Counted = readonly (readonly [rule: Rule, who: string])[]

/** A browser that the account knows has tries of its own; all others share the account's. */
export const countersOf = (email: string, deviceId: string | null): Counted =>
  deviceId === null
    ? [
        [RULES.loginAccount, sha256(emailKey(email))],
        [RULES.loginAccountDay, sha256(emailKey(email))],
      ]
    : [[RULES.loginDevice, sha256(deviceId)]]

/** Null: the password may be checked; otherwise the seconds to wait. */
export async function countGuess({ limiter }: Pick<Deps, 'limiter'>, counters: Counted): Promise<number | null> {
  for (const [rule, who] of counters) {
    const wait = await limiter.hit(rule, who)
    if (wait !== null) return wait
  }
  return null
}

/** The password was right: its try does not count. */
export async function forgiveGuess({ limiter }: Pick<Deps, 'limiter'>, counters: Counted): Promise<void> {
  for (const [rule, who] of counters) await limiter.forgive(rule, who)
}

/** Once a day. The same work for every address: whether it has an account is looked up when the mail leaves. */
export async function warnOwner({ mail, now }: Pick<Deps, 'mail' | 'now'>, email: string): Promise<void> {
  const dedupe = `login-attempts:${sha256(emailKey(email))}:${Math.floor(now() / DAY_MS)}`
  await mail.queue({ template: 'login-attempts', to: email, data: {}, dedupe })
}
