/** The actions of a subscriber. Also the billing functions that the rest of the server calls. */
import { err, ok, type Result } from '#server/contract/result.ts'
import { toSeconds } from '#server/db/database.ts'
import type { Subscriptions } from '#server/deps/deps.ts'
import { expireAllBut, returnUrl } from './checkout.ts'
import { type BillingContext, type BillingDeps, createBillingContext } from './context.ts'
import { reconcileAll, reconcileDue } from './reconcile.ts'
import { createBillingStore } from './store.ts'
import { mayCharge, type SubscriptionFacts } from './subscription.ts'
import { keepKnownPrices, syncCustomer } from './sync.ts'

/** After a read from the provider, `repairBeforeRefusal` doesn't read again for this number of seconds. */
const REPAIR_EVERY = 10
/**
 * Maximum ms that `repairBeforeRefusal` waits for the provider. The request is then judged by the stored billing state.
 */
const REPAIR_PATIENCE_MS = 3000

/**
 * Resolves with the URL of the customer portal. Fails with 'no_customer' if the account has none. @throws if the
 * provider can't be reached or rejects a request
 */
export async function openPortal(
  { provider, store }: BillingContext,
  userId: string,
  home: string,
): Promise<Result<string, 'no_customer'>> {
  const row = await store.ofUser(userId)
  if (!row || !provider.owns(row.customerId)) return err('no_customer')
  const known = await provider.listSubscriptions(row.customerId)
  if (!known.ok) return err('no_customer')
  return ok(await provider.openPortal(row.customerId, returnUrl(home)))
}

/**
 * Cancels the trial, but not the trials of the operator's other products. Access continues until the trial's end. Fails
 * with 'no_trial' if there is no trial. @throws if the provider can't be reached or rejects a request
 */
export async function cancelTrial(context: BillingContext, userId: string): Promise<Result<null, 'no_trial'>> {
  const row = await context.store.ofUser(userId)
  if (!row) return err('no_trial')
  const canceled = await cancelAtEnd(context, row.customerId, ({ status }) => status === 'trialing')
  if (canceled === 0) return err('no_trial')
  await refresh(context, userId) // a failure here isn't returned, because the trial is canceled
  return ok(null)
}

/** Cancels these subscriptions at the end of their period. Returns their number. */
async function cancelAtEnd(
  context: BillingContext,
  customerId: string,
  isWanted: (subscription: SubscriptionFacts) => boolean,
): Promise<number> {
  const wanted = keepKnownPrices(context, await subscriptionsOf(context, customerId)).filter(isWanted)
  for (const { id } of wanted) await context.provider.cancelAtPeriodEnd(id)
  return wanted.length
}

/**
 * Reads the account's billing state from the provider and stores it, for example before the webhook arrives. Returns
 * false on failure.
 */
export async function refresh(context: BillingContext, userId: string): Promise<boolean> {
  const row = await context.store.ofUser(userId)
  if (!row) return true
  try {
    await syncCustomer(context, row.customerId)
    return true
  } catch (error) {
    context.log.warn({ err: error, userId }, 'billing.refresh_failed') // the stored state remains in use
    return false
  }
}

/**
 * Reads the account's billing state from the provider before a request is rejected, because a webhook may be late. Does
 * nothing if the stored state is newer than `REPAIR_EVERY`. Waits at most `REPAIR_PATIENCE_MS`.
 */
export async function repairBeforeRefusal(
  context: BillingContext,
  userId: string,
  impatience = AbortSignal.timeout(REPAIR_PATIENCE_MS),
): Promise<void> {
  const row = await context.store.ofUser(userId)
  if (!row) return
  const age = row.syncedAt === null ? REPAIR_EVERY : toSeconds(context.now()) - row.syncedAt
  if (age >= 0 && age < REPAIR_EVERY) return // a negative age comes from a wrong clock
  await Promise.race([
    refresh(context, userId),
    new Promise((resolve) => impatience.addEventListener('abort', resolve)),
  ])
}

/**
 * Changes the customer's email address at the provider, which sends receipts and reminders to this address. Logs a
 * failure.
 */
async function tellEmail({ provider, store, log }: BillingContext, userId: string, email: string): Promise<void> {
  try {
    const row = await store.ofUser(userId)
    if (row && provider.owns(row.customerId)) await provider.updateEmail(row.customerId, email)
  } catch (error) {
    log.warn({ err: error, userId }, 'billing.email_not_told')
  }
}

/**
 * Ends checkouts and subscriptions, then deletes the customer. @throws if the provider can't be reached or rejects a
 * request
 */
async function closeCustomer(context: BillingContext, userId: string): Promise<void> {
  const customerId = await customerOf(context, userId)
  if (customerId === null || !context.provider.owns(customerId)) return
  await expireAllBut(context.provider, await context.provider.listCheckouts(customerId), null)
  for (const { id } of (await subscriptionsOf(context, customerId)).filter(mayCharge))
    await context.provider.cancelNow(id)
  await context.provider.deleteCustomer(customerId)
}

/**
 * Closes checkouts and cancels subscriptions at the end of the paid period. Cancels an unpaid subscription now, because
 * otherwise Stripe would go on trying to charge the card. @throws if the provider can't be reached or rejects a request
 */
async function stopCharges(context: BillingContext, customerId: string): Promise<void> {
  const { provider } = context
  await expireAllBut(provider, await provider.listCheckouts(customerId), null)
  const subscriptions = keepKnownPrices(context, await subscriptionsOf(context, customerId))
  for (const { id, status } of subscriptions.filter(mayCharge)) {
    const isPaid = status === 'active' || status === 'trialing'
    await (isPaid ? provider.cancelAtPeriodEnd(id) : provider.cancelNow(id))
  }
}

/**
 * Returns the account's customer, or one whose row a restore has lost. Null if there is none, or if the search for a lost
 * one fails: free accounts can be deleted while Stripe is down.
 */
async function customerOf({ provider, store, log }: BillingContext, userId: string): Promise<string | null> {
  const row = await store.ofUser(userId)
  if (row) return row.customerId
  try {
    return await provider.findCustomer(userId, null)
  } catch (error) {
    log.warn({ err: error, userId }, 'billing.search_failed')
    return null
  }
}

async function subscriptionsOf({ provider }: BillingContext, customerId: string): Promise<SubscriptionFacts[]> {
  if (!provider.owns(customerId)) return []
  const all = await provider.listSubscriptions(customerId)
  return all.ok ? all.value : []
}

type Needs = Parameters<typeof createBillingContext>[0] & Pick<BillingDeps, 'pause'>

/**
 * Returns the billing functions for the rest of the server. With BILLING=off, they only tell the operator about
 * customers that Stripe may still charge.
 */
export function createSubscriptions(deps: Needs): Subscriptions {
  const { log, pause, db } = deps
  const context = createBillingContext(deps)
  const store = createBillingStore(db)
  /** Returns the account's Stripe customer if it may be charged, but this server can't cancel its subscriptions. */
  const chargedElsewhere = async (userId: string): Promise<string | null> =>
    context?.provider.kind === 'stripe' ? null : ((await store.charged(userId))[0] ?? null)

  if (!context)
    return {
      repair: async () => undefined,
      tellEmail: async () => undefined,
      endAll: async (userId) => {
        await reportCharged(deps, await chargedElsewhere(userId))
        return ok(null)
      },
      endRenewal: chargedElsewhere,
      reconcile: async () => undefined,
    }
  return {
    repair: (userId) => repairBeforeRefusal(context, userId),
    tellEmail: (userId, email) => tellEmail(context, userId, email),
    async endAll(userId) {
      try {
        await closeCustomer(context, userId)
        await reportCharged(deps, await chargedElsewhere(userId))
        return ok(null)
      } catch (error) {
        log.error({ err: error, userId }, 'billing.close_failed')
        return err('billing_failed')
      }
    },
    async endRenewal(userId) {
      const customerId = await customerOf(context, userId)
      if (customerId === null || !context.provider.owns(customerId)) return chargedElsewhere(userId)
      try {
        await stopCharges(context, customerId)
        return null
      } catch (error) {
        log.error({ err: error, userId, customerId }, 'billing.renewal_not_ended')
        return customerId
      }
    },
    async reconcile(which, signal, night = deps.now()) {
      const options = { signal, pause }
      const { error, ...result } =
        which === 'due' ? await reconcileDue(context, options) : await reconcileAll(context, night, options)
      log.info({ which, ...result }, 'billing.reconciled')
      if (result.checked > 0 || result.failed === 0) return
      // the job fails, so it is retried and the operator gets an email, for example about an expired key
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`no customer could be read from the payment provider: ${reason}`, { cause: error })
    },
  }
}

/** Tells the operator about a customer whose account is being deleted, but whom Stripe may still charge. */
async function reportCharged({ log, mail, config }: Needs, customerId: string | null): Promise<void> {
  if (customerId === null) return
  log.error({ customerId }, 'billing.deleted_account_is_charged')
  if (config.operatorEmail === null) return
  const text = `The account of customer ${customerId} is deleted, but its subscription may still be charged, because this server doesn’t use Stripe now. Cancel it in Stripe’s dashboard.`
  await mail.queue({
    template: 'operator-notice',
    to: config.operatorEmail,
    data: { subject: 'Subscription of a deleted account', text },
    dedupe: `charged:${customerId}`,
  })
}
