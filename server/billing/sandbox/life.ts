/** Changes subscriptions as time passes: trials end, periods renew, charges fail. Times are in Unix seconds. */
import { DAY_SECONDS } from '#server/contract/time.ts'
import {
  type Card,
  type Contract,
  emit,
  newId,
  newSubscription,
  type OpenedCheckout,
  type Price,
  periodAfter,
  type SandboxState,
  type Subscription,
} from './state.ts'

const RETRY_EVERY = 3 * DAY_SECONDS
const RETRIES = 3 // attempts after the first failed charge; if the last attempt fails, the subscription ends
const TRIAL_NOTICE = 3 * DAY_SECONDS

/**
 * Completes a checkout: saves the card and starts the subscription. Returns false if the card is rejected. @throws if
 * the checkout's price is unknown
 */
export function complete(world: SandboxState, checkout: OpenedCheckout, card: Card, now: number): boolean {
  const { session, priceId, trialDays } = checkout
  const price = world.prices[priceId]
  if (!price) throw new Error(`checkout ${session.id} sells an unknown price ${priceId}`)
  if (card === 'refused' || (card === 'fails-later' && trialDays === 0)) return false

  const trialEnd = trialDays > 0 ? now + trialDays * DAY_SECONDS : null
  const subscription = newSubscription(checkout, price, trialEnd, now)
  const { id } = subscription
  world.contracts[id] = { subscription, card, failures: 0, retryAt: null, trialEndAnnounced: false }
  const payment_status = trialEnd ? 'no_payment_required' : 'paid'
  Object.assign(session, { status: 'complete', payment_status, subscription: id, url: null } satisfies Partial<
    typeof session
  >)
  emit(world, 'customer.subscription.created', subscription, now)
  emit(world, 'invoice.paid', invoice(subscription, 'paid'), now)
  emit(world, 'checkout.session.completed', session, now)
  return true
}

export function expire(world: SandboxState, { session }: OpenedCheckout, now: number): void {
  session.status = 'expired'
  session.url = null
  emit(world, 'checkout.session.expired', session, now)
}

/** Schedules or revokes a cancellation at the end of the period, and emits the event. */
export function setCanceling(world: SandboxState, { subscription }: Contract, canceling: boolean, now: number): void {
  subscription.cancel_at_period_end = canceling
  subscription.cancel_at = canceling ? subscription.items.data[0].current_period_end : null
  subscription.canceled_at = canceling ? now : null
  emit(world, 'customer.subscription.updated', subscription, now)
}

/** Ends a subscription immediately and emits the event. */
export function end(world: SandboxState, contract: Contract, now: number): void {
  const { subscription } = contract
  subscription.status = 'canceled'
  subscription.ended_at = now
  subscription.canceled_at ??= now
  contract.retryAt = null
  emit(world, 'customer.subscription.deleted', subscription, now)
}

/** Replaces the card of a subscription. Returns false and changes nothing if the card can't be saved. */
export function changeCard(world: SandboxState, contract: Contract, card: Card, now: number): boolean {
  if (card === 'refused') return false
  contract.card = card
  emit(world, 'customer.subscription.updated', contract.subscription, now)
  return true
}

/** Changes the plan. A trial continues; a paid subscription is charged now. Returns false if the card is declined. */
export function switchPrice(world: SandboxState, contract: Contract, price: Price, now: number): boolean {
  const { subscription } = contract
  const item = subscription.items.data[0]
  if (subscription.status === 'trialing') {
    item.price = price
    emit(world, 'customer.subscription.updated', subscription, now)
    return true
  }
  if (contract.card !== 'pays') return false
  const period = { current_period_start: now, current_period_end: periodAfter(now, price.recurring.interval) }
  Object.assign(item, { price, ...period } satisfies Partial<typeof item>)
  subscription.latest_invoice = newId('in_')
  recordPayment(world, contract, now)
  return true
}

/** Charges the unpaid invoice of a past-due subscription. Returns false if the card is declined again. */
export function pay(world: SandboxState, contract: Contract, now: number): boolean {
  if (contract.subscription.status !== 'past_due' || contract.card !== 'pays') return false
  recordPayment(world, contract, now)
  return true
}

export const isOver = ({ subscription }: Contract): boolean =>
  !['active', 'trialing', 'past_due'].includes(subscription.status)

/** Performs all actions that are due at `now` (Unix seconds), the earliest first. Returns true if an action was due. */
export function settle(world: SandboxState, now: number): boolean {
  let happened = false
  for (;;) {
    const next = listDueActions(world)
      .filter(({ at }) => at <= now)
      .sort((a, b) => a.at - b.at)[0]
    if (!next) return happened
    next.run(next.at)
    happened = true
  }
}

interface DueAction {
  readonly at: number
  run(at: number): void
}

/** Returns the next action of each open checkout and each running subscription. */
function listDueActions(world: SandboxState): DueAction[] {
  const checkouts = Object.values(world.checkouts).filter(({ session }) => session.status === 'open')
  const contracts = Object.values(world.contracts).filter((contract) => !isOver(contract))
  return [
    ...checkouts.map((checkout) => ({
      at: checkout.session.expires_at,
      run: (at: number) => expire(world, checkout, at),
    })),
    ...contracts.map((contract) => nextStep(world, contract)),
  ]
}

function nextStep(world: SandboxState, contract: Contract): DueAction {
  const { subscription, retryAt } = contract
  const periodEnd = subscription.items.data[0].current_period_end
  if (subscription.status === 'past_due') return { at: retryAt ?? periodEnd, run: (at) => retry(world, contract, at) }
  if (subscription.trial_end !== null && subscription.status === 'trialing' && !contract.trialEndAnnounced)
    return { at: subscription.trial_end - TRIAL_NOTICE, run: (at) => announceTrialEnd(world, contract, at) }
  if (subscription.cancel_at !== null && subscription.cancel_at <= periodEnd)
    return { at: subscription.cancel_at, run: (at) => end(world, contract, at) }
  return { at: periodEnd, run: (at) => renew(world, contract, at) }
}

function announceTrialEnd(world: SandboxState, contract: Contract, at: number): void {
  contract.trialEndAnnounced = true
  emit(world, 'customer.subscription.trial_will_end', contract.subscription, at)
}

/** Starts the next period, even if its invoice is unpaid, as Stripe does. */
function renew(world: SandboxState, contract: Contract, at: number): void {
  const { subscription } = contract
  const item = subscription.items.data[0]
  item.current_period_start = at
  item.current_period_end = periodAfter(at, item.price.recurring.interval)
  subscription.latest_invoice = newId('in_')
  if (contract.card === 'pays') recordPayment(world, contract, at)
  else recordDecline(world, contract, at)
}

function retry(world: SandboxState, contract: Contract, at: number): void {
  if (contract.card === 'pays') recordPayment(world, contract, at)
  else if (contract.failures >= RETRIES) end(world, contract, at)
  else recordDecline(world, contract, at)
}

function recordPayment(world: SandboxState, contract: Contract, at: number): void {
  contract.subscription.status = 'active'
  contract.failures = 0
  contract.retryAt = null
  emit(world, 'customer.subscription.updated', contract.subscription, at)
  emit(world, 'invoice.paid', invoice(contract.subscription, 'paid'), at)
}

function recordDecline(world: SandboxState, contract: Contract, at: number): void {
  contract.subscription.status = 'past_due'
  contract.failures += 1
  contract.retryAt = at + RETRY_EVERY
  emit(world, 'customer.subscription.updated', contract.subscription, at)
  emit(world, 'invoice.payment_failed', invoice(contract.subscription, 'open'), at)
}

const invoice = (subscription: Subscription, status: 'paid' | 'open') => ({
  id: subscription.latest_invoice,
  object: 'invoice',
  customer: subscription.customer,
  status,
  livemode: false,
  parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
})
