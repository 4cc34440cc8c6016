/** Changes an account for an operator's command or the operator's page. */
import { type Account, isEnabledAdmin, setDisabled } from '#server/auth/accounts.ts'
import { MOST_CREDITS, MOST_GRANT_DAYS } from '#server/contract/plans/limits.ts'
import { DAY_SECONDS } from '#server/contract/time.ts'
import { type Orm, toSeconds } from '#server/db/database.ts'
import type { Deps } from '#server/deps/deps.ts'
import { grantPro, setCredits } from '#server/profiles/profiles.ts'
import { recordChange } from './record.ts'

/** The maximum amount of each action: credits, or days of Pro. */
export const LARGEST = { disable: 0, enable: 0, credits: MOST_CREDITS, 'grant-pro': MOST_GRANT_DAYS } as const

/**
 * A change to an account. `amount`: new number of credits, or days of Pro from now (0 ends Pro). For other actions, 0.
 */
export interface Change {
  readonly action: keyof typeof LARGEST
  readonly amount: number
}

/** Validates untrusted input as a change. Returns null if the action or the amount is invalid. */
export function readChange(action: unknown, amount: unknown): Change | null {
  if (typeof action !== 'string' || !Object.hasOwn(LARGEST, action)) return null
  const known = action as Change['action']
  if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 0 || amount > LARGEST[known]) return null
  return { action: known, amount }
}

/**
 * Changes an account and records the change, in one transaction. `adminId`: id of the administrator, or null for a
 * command. Returns a message that tells the operator the result. Returns null and doesn't change the account if an
 * administrator would disable their own account, or is no longer an enabled administrator. An administrator therefore
 * can't disable the last enabled administrator. A command can.
 *
 * Disabling an account also stops the renewal of its subscription. `charged`: the customer for whom this failed, or
 * null.
 */
export async function changeAccount(
  { db, now, subscriptions }: Pick<Deps, 'db' | 'now' | 'subscriptions'>,
  account: Account,
  change: Change,
  adminId: string | null,
): Promise<{ message: string; charged: string | null } | null> {
  const message = await db.transaction(async (orm) => {
    if (adminId !== null && !(await mayChange(orm, adminId, account, change))) return null
    await recordChange(orm, now(), { adminId, accountId: account.id, ...change })
    return apply(orm, now(), account, change)
  })
  if (message === null) return null
  const customerId = change.action === 'disable' ? await subscriptions.endRenewal(account.id) : null
  if (customerId === null) return { message, charged: null }
  return {
    message: `${message} Its subscription may still be charged: cancel it in Stripe’s dashboard (${customerId}).`,
    charged: customerId,
  }
}

const mayChange = async (orm: Orm, adminId: string, { id }: Account, { action }: Change): Promise<boolean> =>
  !(action === 'disable' && id === adminId) && (await isEnabledAdmin(orm, adminId))

/** Writes the change and returns a message about the new state. `nowMs`: ms since the Unix epoch. */
async function apply(orm: Orm, nowMs: number, { id, email }: Account, { action, amount }: Change): Promise<string> {
  switch (action) {
    case 'disable':
      await setDisabled(orm, id, nowMs)
      return `${email} is disabled.`
    case 'enable':
      await setDisabled(orm, id, null)
      return `${email} is enabled.`
    case 'credits':
      await setCredits(orm, id, amount)
      return `${email} has ${amount} ${amount === 1 ? 'credit' : 'credits'}.`
    case 'grant-pro': {
      const until = amount === 0 ? null : toSeconds(nowMs) + amount * DAY_SECONDS
      await grantPro(orm, id, until)
      return until === null
        ? `Ended the Pro grant for ${email}.`
        : `${email} is Pro until ${new Date(until * 1000).toISOString()}`
    }
  }
}
