/** Changes an account for an operator's command or the operator's page. */
import { type Account, setDisabled } from '#server/auth/accounts.ts'
import { MOST_CREDITS, MOST_GRANT_DAYS } from '#server/contract/limits.ts'
import { DAY_SECONDS } from '#server/contract/time.ts'
import { toSeconds } from '#server/db/database.ts'
import type { Deps } from '#server/deps/deps.ts'
import { grantPro, setCredits } from '#server/profiles/profiles.ts'

/** The maximum amount of each action: credits, or days of Pro. */
export const LARGEST = { disable: 0, enable: 0, credits: MOST_CREDITS, 'grant-pro': MOST_GRANT_DAYS } as const

/**
 * A change of an account. `amount`: new number of credits, or days of Pro from now (0 ends Pro). For other actions, 0.
 */
export interface Change {
  readonly action: keyof typeof LARGEST
  readonly amount: number
}

/** Validates untrusted input as a change. Returns null for an invalid action or amount. */
export function readChange(action: unknown, amount: unknown): Change | null {
  if (typeof action !== 'string' || !Object.hasOwn(LARGEST, action)) return null
  const known = action as Change['action']
  if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 0 || amount > LARGEST[known]) return null
  return { action: known, amount }
}

/** Changes the account. Returns a sentence that tells the operator the result. */
export async function changeAccount(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, email }: Account,
  { action, amount }: Change,
): Promise<string> {
  switch (action) {
    case 'disable':
      await setDisabled(db, id, now())
      return `${email} is disabled.`
    case 'enable':
      await setDisabled(db, id, null)
      return `${email} is enabled.`
    case 'credits':
      await setCredits(db, id, amount)
      return `${email} has ${amount} ${amount === 1 ? 'credit' : 'credits'}.`
    case 'grant-pro': {
      const until = amount === 0 ? null : toSeconds(now()) + amount * DAY_SECONDS
      await grantPro(db, id, until)
      return until === null
        ? `Ended the Pro grant for ${email}.`
        : `${email} is Pro until ${new Date(until * 1000).toISOString()}`
    }
  }
}
