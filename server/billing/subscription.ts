/** The rules about payments and cancellations: computes access from subscriptions. Times are in Unix seconds. */
import { DAY_SECONDS } from '#server/contract/time.ts'

/** Days of access after a failed renewal, counted from the start of the unpaid period. The operator may set 0 to 14. */
const GRACE_DAYS = 3

/** The fields of a subscription that the server reads. `status` is any string, because Stripe may add values. */
export interface SubscriptionFacts {
  readonly id: string
  readonly status: string
  readonly created: number
  readonly priceId: string | null
  // start of the first item's period, because Stripe's subscriptions have no period of their own
  readonly periodStart: number | null
  readonly periodEnd: number | null
  readonly trialStart: number | null
  readonly trialEnd: number | null
  readonly cancelAtPeriodEnd: boolean
  readonly cancelAt: number | null // Stripe's flexible billing mode marks a cancellation only with this field
  readonly endedAt: number | null
}

/** The state that billing stores: paid, expiresAt and subscriptionId in the profile, the rest in the billing row. */
export interface BillingState {
  readonly paid: boolean
  readonly expiresAt: number | null
  readonly subscriptionId: string | null // starts with `trial_` during a trial
  readonly status: string // status of the selected subscription, or 'none'
  readonly priceId: string | null
  readonly cancelAt: number | null
  readonly trialUsedAt: number | null
  readonly live: number // number of live subscriptions; above 1, the customer pays twice
}

/** The subscription with the highest rank determines access. A status that isn't listed doesn't give access. */
const LIVE_RANK: Readonly<Record<string, number>> = { active: 3, trialing: 2, past_due: 1 }

export const LIVE_STATUSES = Object.keys(LIVE_RANK)

export const isLive = (subscription: SubscriptionFacts): boolean => liveRank(subscription) > 0

/** Final statuses. A subscription with any other status, even an unknown one, may still charge a card. */
const OVER: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired'])

export const mayCharge = ({ status }: SubscriptionFacts): boolean => !OVER.has(status)

/** Returns the billing state of a customer. The subscription with the highest rank determines access. */
export function project(subscriptions: readonly SubscriptionFacts[], graceDays = GRACE_DAYS): BillingState {
  const chosen = [...subscriptions].sort(bestFirst(subscriptions))[0]
  const trials = subscriptions.flatMap((s) => (s.trialStart === null ? [] : [s.trialStart]))
  return {
    ...(chosen ? access(chosen, graceDays) : DENIED),
    status: chosen?.status ?? 'none',
    priceId: chosen?.priceId ?? null,
    cancelAt: chosen && isLive(chosen) ? cancelDate(chosen) : null,
    trialUsedAt: trials.length > 0 ? Math.min(...trials) : null,
    live: subscriptions.filter(isLive).length,
  }
}

type Access = Pick<BillingState, 'paid' | 'expiresAt' | 'subscriptionId'>

const DENIED: Access = { paid: false, expiresAt: null, subscriptionId: null }

function access(s: SubscriptionFacts, graceDays: number): Access {
  switch (s.status) {
    case 'active':
      return granted(earliest(s.periodEnd, s.cancelAt), s.id)
    case 'trialing':
      return granted(s.trialEnd, `trial_${s.id}`)
    case 'past_due':
      // the period isn't paid, so its end must not grant access
      return granted(s.periodStart === null ? null : s.periodStart + graceDays * DAY_SECONDS, s.id)
    case 'incomplete':
    case 'incomplete_expired':
      return DENIED
    default: // unpaid, paused, canceled, and unknown statuses
      return { ...DENIED, expiresAt: s.endedAt }
  }
}

/** Grants access until `expiresAt`. Without an end date the subscription is invalid and doesn't give access. */
const granted = (expiresAt: number | null, subscriptionId: string): Access =>
  expiresAt === null ? DENIED : { paid: true, expiresAt, subscriptionId }

const cancelDate = (s: SubscriptionFacts): number | null =>
  s.cancelAtPeriodEnd ? earliest(s.periodEnd, s.cancelAt) : s.cancelAt

const earliest = (end: number | null, cancel: number | null): number | null =>
  end === null || cancel === null ? end : Math.min(end, cancel)

const liveRank = (s: SubscriptionFacts): number => (Object.hasOwn(LIVE_RANK, s.status) ? (LIVE_RANK[s.status] ?? 0) : 0)

/**
 * Returns a comparison for sorting: by rank, latest end, latest creation, then id. The first subscription decides the
 * account's plan, so every process selects the same one. An unpaid subscription ranks above ended ones, because it can
 * still be paid, but below newer ones that the customer has ended since.
 */
function bestFirst(all: readonly SubscriptionFacts[]): (a: SubscriptionFacts, b: SubscriptionFacts) => number {
  const isLast = (s: SubscriptionFacts) => !all.some((o) => o.status === 'canceled' && o.created > s.created)
  const rank = (s: SubscriptionFacts) => liveRank(s) || (s.status === 'unpaid' && isLast(s) ? 0.5 : 0)
  return (a, b) => {
    const end = isLive(a) ? (b.periodEnd ?? 0) - (a.periodEnd ?? 0) : (b.endedAt ?? 0) - (a.endedAt ?? 0)
    return rank(b) - rank(a) || end || b.created - a.created || (a.id < b.id ? 1 : -1)
  }
}
