/** Starts a checkout at the billing provider. No account can subscribe twice or get a second trial. */
import { EDITOR_PATH } from '#server/contract/pages/guard.ts'
import { TRIAL_DAYS } from '#server/contract/plans/limits.ts'
import { err, ok, type Result } from '#server/contract/result.ts'
import { toSeconds } from '#server/db/database.ts'
import type { SignedIn } from '#server/http/env.ts'
import type { BillingContext } from './context.ts'
import type { CheckoutFacts, Provider } from './stripe.ts'
import { CUSTOMER_DELETED, forgetCustomer, syncCustomer } from './sync.ts'

/** Minimum remaining time of an open checkout, in seconds. A checkout with less time is replaced. */
const WORTH_REOPENING = 600

interface CheckoutRequest {
  readonly user: SignedIn
  readonly priceId: string
  /** Origin of the site in the browser's address bar. After the payment, the browser returns to this origin. */
  readonly home: string
}

/**
 * Resolves with the URL of a checkout, or of the customer portal with `alreadySubscribed` if the account has a
 * subscription. Creates the customer if needed. Fails with 'unverified' if a confirmed email address is required and
 * the account has none. @throws if the provider can't be reached or rejects a request
 */
export async function startCheckout(
  context: BillingContext,
  request: CheckoutRequest,
): Promise<Result<{ url: string; alreadySubscribed: boolean }, 'invalid_price' | 'unverified'>> {
  const { provider, settings } = context
  const { user, priceId } = request
  if (priceId !== provider.prices.monthly && priceId !== provider.prices.yearly) return err('invalid_price')
  if (settings.requireVerifiedEmail && !user.emailVerified) return err('unverified')

  const customerId = await customerOf(context, user)
  const visit = await checkoutOf(context, customerId, request)
  if (visit) return ok(visit)
  // the customer was deleted at the provider, so a new customer is created
  await forgetCustomer(context, customerId)
  const replaced = await checkoutOf(context, await customerOf(context, user), request)
  if (replaced) return ok(replaced)
  throw new Error(`a customer made for ${user.id} just now is unknown to the provider`)
}

/** Returns the URL to open and `alreadySubscribed`, or null if the provider doesn't know the customer. */
async function checkoutOf(context: BillingContext, customerId: string, { user, priceId, home }: CheckoutRequest) {
  const { provider, store } = context
  const successUrl = `${home}${EDITOR_PATH}?from=payment`
  // Expires the checkouts before it reads the subscriptions. If the customer completes a checkout in between, the
  // subscription is then among them.
  const checkouts = await provider.listCheckouts(customerId)
  const open = checkouts.find((c) => c.open && c.priceId === priceId && c.successUrl === successUrl) ?? null
  await expireAllBut(provider, checkouts, open)
  const state = await syncCustomer(context, customerId)
  if (!state.ok) return null
  if (state.value.live > 0) {
    await expireAllBut(provider, checkouts, null)
    return { url: await provider.openPortal(customerId, returnUrl(home)), alreadySubscribed: true }
  }

  const trialDays = (await store.hadTrial(user.id)) ? 0 : TRIAL_DAYS
  if (open?.url && open.trialDays === trialDays && open.expiresAt > toSeconds(context.now()) + WORTH_REOPENING)
    return { url: open.url, alreadySubscribed: false }

  const opened = await provider.openCheckout({
    customerId,
    userId: user.id,
    priceId,
    trialDays,
    successUrl,
    cancelUrl: `${home}/pricing`,
    after: checkouts[0]?.id ?? null,
  })
  if (opened.url === null) throw new Error(`checkout ${opened.id} has no page`)
  // two windows may open checkouts at the same moment, so each request expires all checkouts except the newest
  const now = await provider.listCheckouts(customerId)
  await expireAllBut(provider, now, now[0] ?? null)
  return { url: opened.url, alreadySubscribed: false }
}

/** Returns the URL that the customer portal returns to. */
export const returnUrl = (home: string): string => `${home}${EDITOR_PATH}`

/** Returns the account's customer at the provider. Finds it again after a restore, or creates it if necessary. */
async function customerOf({ provider, store }: BillingContext, user: SignedIn): Promise<string> {
  const row = await store.ofUser(user.id)
  if (row && row.status !== CUSTOMER_DELETED && provider.owns(row.customerId)) return row.customerId
  const lost = row?.customerId ?? null
  const made =
    (await provider.findCustomer(user.id, lost)) ??
    (await provider.createCustomer({ userId: user.id, email: user.email }, lost))
  return row ? store.rebind(user.id, row.customerId, made) : store.bind(user.id, made)
}

/** Closes the open checkouts except `kept`. */
export async function expireAllBut(
  provider: Provider,
  checkouts: readonly CheckoutFacts[],
  kept: CheckoutFacts | null,
): Promise<void> {
  for (const { id, open } of checkouts) if (open && id !== kept?.id) await provider.expireCheckout(id)
}
