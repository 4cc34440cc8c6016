/**
 * What a customer's subscriptions mean for the account. Pure: everything that decides about access after a payment,
 * a failure or a cancellation stands in this file. Times are unix seconds.
 */

const DAY = 86_400

/** How long a failed renewal keeps access, from the start of the unpaid period (operator: 0-14 days). */
const GRACE_DAYS = 3

/** The parts of a provider's subscription that we read; `status` is open, because the provider may add values. */
export interface SubscriptionFacts {
  readonly id: string
  readonly status: string
  readonly created: number
  readonly priceId: string | null
  readonly periodStart: number | null // of the first item: subscriptions themselves have no period
  readonly periodEnd: number | null
  readonly trialStart: number | null
  readonly trialEnd: number | null
  readonly cancelAtPeriodEnd: boolean
  readonly cancelAt: number | null // a flexible cancellation sets only this one, a classic one both
  readonly endedAt: number | null
}

/** The columns that billing owns: paid, expiresAt and subscriptionId of the profile, the rest of the billing row. */
export interface BillingState {
  readonly paid: boolean
  readonly expiresAt: number | null
  readonly subscriptionId: string | null // `trial_…` while it is a trial
  readonly status: string // of the chosen subscription, 'none' without any
  readonly priceId: string | null
  readonly cancelAt: number | null
  readonly trialUsedAt: number | null
  readonly live: number // more than one means that the customer pays twice
}

/** Higher is better. A status that is not here, known to us or not, gives no access. */
const LIVE_RANK: Readonly<Record<string, number>> = { active: 3, trialing: 2, past_due: 1 }

const isLive = (subscription: SubscriptionFacts): boolean => liveRank(subscription) > 0

/** The provider's last words; every other status, also one we do not know, may wake up and charge a card. */
const OVER: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired'])

export const mayCharge = ({ status }: SubscriptionFacts): boolean => !OVER.has(status)

export function project(subscriptions: readonly SubscriptionFacts[], graceDays = GRACE_DAYS): BillingState {
  const chosen = [...subscriptions].sort(bestFirst)[0]
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
      // The period has already rolled on, unpaid: its end would be a free month, or a free year.
      return granted(s.periodStart === null ? null : s.periodStart + graceDays * DAY, s.id)
    case 'incomplete':
    case 'incomplete_expired':
      return DENIED
    default: // unpaid, paused, canceled, and whatever the provider invents next
      return { ...DENIED, expiresAt: s.endedAt }
  }
}

/** No date, no access: a subscription without its period is one that we do not understand. */
const granted = (expiresAt: number | null, subscriptionId: string): Access =>
  expiresAt === null ? DENIED : { paid: true, expiresAt, subscriptionId }

const cancelDate = (s: SubscriptionFacts): number | null =>
  s.cancelAtPeriodEnd ? earliest(s.periodEnd, s.cancelAt) : s.cancelAt

const earliest = (end: number | null, cancel: number | null): number | null =>
  end === null || cancel === null ? end : Math.min(end, cancel)

const liveRank = (s: SubscriptionFacts): number => (Object.hasOwn(LIVE_RANK, s.status) ? (LIVE_RANK[s.status] ?? 0) : 0)

/** Live before dead; then what lasts longest; the id settles ties, so that every process chooses alike. */
function bestFirst(a: SubscriptionFacts, b: SubscriptionFacts): number {
  const end = isLive(a) ? (b.periodEnd ?? 0) - (a.periodEnd ?? 0) : (b.endedAt ?? 0) - (a.endedAt ?? 0)
  return liveRank(b) - liveRank(a) || end || b.created - a.created || (a.id < b.id ? 1 : -1)
}
