/** What a subscriber may do, and what happens when access ends or an account goes. */
import { err, ok, type Result } from '../contract/result.ts'
import { toSeconds } from '../db/time.ts'
import { returnUrl } from './checkout.ts'
import type { Desk } from './desk.ts'
import { mayCharge, type SubscriptionFacts } from './subscription.ts'
import { syncCustomer } from './sync.ts'

/** How often one account may cause a question to the provider by being refused, seconds. */
const REPAIR_EVERY = 10
/** How long a refused visitor waits for the provider before what is stored decides. */
const REPAIR_PATIENCE_MS = 3000

/** The portal's address, for paying and for trial users alike: everyone who will be charged can cancel. */
export async function openPortal(
  { provider, store }: Desk,
  userId: string,
  home: string,
): Promise<Result<string, 'no_customer'>> {
  const row = await store.ofUser(userId)
  if (!row || !provider.owns(row.customerId)) return err('no_customer')
  const known = await provider.listSubscriptions(row.customerId)
  if (!known.ok) return err('no_customer')
  return ok(await provider.openPortal(row.customerId, returnUrl(home)))
}

/** The trial goes on to its last day and then simply ends (spec §2: cancel anytime). */
export async function cancelTrial(desk: Desk, userId: string): Promise<Result<null, 'no_trial'>> {
  const row = await desk.store.ofUser(userId)
  if (!row) return err('no_trial')
  const trials = (await subscriptionsOf(desk, row.customerId)).filter(({ status }) => status === 'trialing')
  if (trials.length === 0) return err('no_trial')
  for (const { id } of trials) await desk.provider.cancelAtPeriodEnd(id)
  await syncCustomer(desk, row.customerId)
  return ok(null)
}

/** Asks the provider now, as when a payer comes back before the webhook. False if it could not be asked. */
export async function refresh(desk: Desk, userId: string): Promise<boolean> {
  const row = await desk.store.ofUser(userId)
  if (!row) return true
  try {
    await syncCustomer(desk, row.customerId)
    return true
  } catch (error) {
    desk.log.warn({ err: error, userId }, 'billing.refresh_failed') // what is stored goes on counting
    return false
  }
}

/**
 * Before a customer is refused: a missed or slow webhook must not shut out somebody who paid. Asks at most every ten
 * seconds and answers in three at the latest.
 */
export async function repairBeforeRefusal(
  desk: Desk,
  userId: string,
  impatience = AbortSignal.timeout(REPAIR_PATIENCE_MS),
): Promise<void> {
  const row = await desk.store.ofUser(userId)
  if (!row || (row.syncedAt !== null && toSeconds(desk.now()) - row.syncedAt < REPAIR_EVERY)) return
  await Promise.race([refresh(desk, userId), new Promise((resolve) => impatience.addEventListener('abort', resolve))])
}

/** Receipts and reminders follow the account to its new address. Throws when the provider cannot be reached. */
export async function tellEmail(desk: Desk, userId: string, email: string): Promise<void> {
  const row = await desk.store.ofUser(userId)
  if (row && desk.provider.owns(row.customerId)) await desk.provider.updateEmail(row.customerId, email)
}

/** Before an account is deleted: nobody pays for what is gone. Throws when the provider cannot be reached. */
export async function closeCustomer(desk: Desk, userId: string): Promise<void> {
  const row = await desk.store.ofUser(userId)
  if (!row || !desk.provider.owns(row.customerId)) return
  for (const { id, open } of await desk.provider.listCheckouts(row.customerId))
    if (open) await desk.provider.expireCheckout(id)
  for (const { id } of (await subscriptionsOf(desk, row.customerId)).filter(mayCharge))
    await desk.provider.cancelNow(id)
  await desk.provider.deleteCustomer(row.customerId)
}

async function subscriptionsOf({ provider }: Desk, customerId: string): Promise<SubscriptionFacts[]> {
  if (!provider.owns(customerId)) return []
  const all = await provider.listSubscriptions(customerId)
  return all.ok ? all.value : []
}
