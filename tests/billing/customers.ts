/** Acts as the customers at the provider, and computes the access that their accounts should have. */
import { changeCard, complete, end, isOver, pay, setCanceling, settle } from '#server/billing/sandbox/life.ts'
import type { Sandbox } from '#server/billing/sandbox/sandbox.ts'
import { type Contract, newCheckout } from '#server/billing/sandbox/state.ts'
import { project, type SubscriptionFacts } from '#server/billing/subscription.ts'
import type { FileDatabase } from '#server/db/open.ts'
import type { Step } from './histories.ts'
import { type Clock, DAY, ORIGIN, PRICES, storedProfile } from './shop.ts'

/**
 * Performs an action on one of a customer's running subscriptions. Without a running subscription, buys a new one
 * instead, unless the action is to wait.
 */
export function act(
  sandbox: Sandbox,
  customer: string,
  { act, days, trial, yearly }: Step,
  random: () => number,
  clock: Clock,
): void {
  const { world } = sandbox
  const live = Object.values(world.contracts).filter((c) => c.subscription.customer === customer && !isOver(c))
  const contract: Contract | undefined = live[Math.floor(random() * live.length)]
  if (act === 'wait') {
    clock.seconds += days * DAY
    settle(world, clock.seconds)
  } else if (act === 'buy' || !contract) {
    const order = { client_reference_id: null, metadata: {}, success_url: ORIGIN, cancel_url: null }
    const session = newCheckout('cs_test', customer, clock.seconds, ORIGIN, order)
    const priceId = yearly ? PRICES.yearly : PRICES.monthly
    complete(world, { session, priceId, trialDays: trial ? 7 : 0, metadata: {} }, 'pays', clock.seconds)
  } else if (act === 'cancel' || act === 'resume') setCanceling(world, contract, act === 'cancel', clock.seconds)
  else if (act === 'bad card' || act === 'good card')
    changeCard(world, contract, act === 'good card' ? 'pays' : 'fails-later', clock.seconds)
  else if (act === 'pay') pay(world, contract, clock.seconds)
  else end(world, contract, clock.seconds)
}

/** Returns the access that the account should have according to the sandbox. */
export function truth({ world }: Sandbox, customer: string) {
  const mine = Object.values(world.contracts).filter(({ subscription }) => subscription.customer === customer)
  const { paid, expiresAt, subscriptionId } = project(mine.map(facts))
  return { paid, expiresAt, subscriptionId }
}

function facts({ subscription: s }: Pick<Contract, 'subscription'>): SubscriptionFacts {
  const [item] = s.items.data
  return {
    id: s.id,
    status: s.status,
    created: s.created,
    priceId: item.price.id,
    periodStart: item.current_period_start,
    periodEnd: item.current_period_end,
    trialStart: s.trial_start,
    trialEnd: s.trial_end,
    cancelAtPeriodEnd: s.cancel_at_period_end,
    cancelAt: s.cancel_at,
    endedAt: s.ended_at,
  }
}

export const stored = (db: FileDatabase, userId: string) => {
  const { paid, expiresAt, subscriptionId } = storedProfile(db, userId)!
  return { paid, expiresAt, subscriptionId }
}
