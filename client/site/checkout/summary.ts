import { formatPrice } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import type { Plan } from '#server/contract/plans/entitlements.ts'
import { PLANS, type PlanOffer, PRICES, type PriceKey } from '#server/contract/plans/plans.ts'
import { formatLongDate, paymentLines } from '../account/plan/planText.ts'

/** The content of the checkout page: an order, or the reason why there is none. */
export type CheckoutCase =
  | { kind: 'order'; offer: PlanOffer; lines: { label: string; value: string }[]; button: string; hasTrial: boolean }
  /** The account doesn't need to order. `next`: where the notice's button leads. */
  | { kind: 'notice'; title: string; text: string; next: 'plans' | 'editor' | 'portal' }
  | { kind: 'unverified' }

interface Known {
  plan: Plan
  priceId: string | null
  prices: Readonly<Record<PriceKey, string>>
  billing: 'stripe' | 'sandbox' | 'off'
  /** If true, the user must confirm the email address before ordering. */
  awaitsConfirmation: boolean
  trialAvailable: boolean
  /** True if the subscription or trial was canceled and will end. */
  isEnding: boolean
  /** The current time, ms since 1970. */
  now: number
}

const RENEWALS = {
  month: (price: string) => t('{price} every month, until you cancel', { price }),
  year: (price: string) => t('{price} every year, until you cancel', { price }),
}

/** Returns the content of the checkout page for an account and a price. */
export function checkoutCase(known: Known): CheckoutCase {
  const { plan, priceId, prices, billing, awaitsConfirmation, trialAvailable, isEnding, now } = known
  if (billing === 'off') return notice('editor', t('Everything is free'), t('Full size, no watermark. No card needed.'))
  const key = (['monthly', 'yearly'] as const).find((name) => prices[name] === priceId)
  const offer = PLANS.find(({ id }) => id === key)
  if (!key || !offer)
    return notice('plans', t('Plan not found'), t('The link may be out of date. Choose a plan on the pricing page.'))
  // only subscribers have a billing portal
  if (plan.tier === 'pro' && !plan.isSubscribed) {
    const text = t('The site administrator gave your account Pro. You don’t need to pay.')
    return notice('editor', t('You already have Pro'), text)
  }
  if (plan.tier === 'trial' || plan.tier === 'pro') return subscribed(plan.tier, plan.until, isEnding)
  if (awaitsConfirmation) return { kind: 'unverified' }

  const { cents, interval } = PRICES[key]
  const renewal = { label: t('After that'), value: RENEWALS[interval](formatPrice(cents)) }
  return {
    kind: 'order',
    offer,
    hasTrial: trialAvailable,
    button: trialAvailable ? t('Start free trial') : t('Subscribe'),
    lines: [...paymentLines(key, trialAvailable, now), renewal],
  }
}

const notice = (next: 'plans' | 'editor' | 'portal', title: string, text: string): CheckoutCase => ({
  kind: 'notice',
  title,
  text,
  next,
})

function subscribed(tier: 'trial' | 'pro', until: number, isEnding: boolean): CheckoutCase {
  const title = tier === 'trial' ? t('Your trial is active') : t('You already have Pro')
  const date = formatLongDate(until)
  const text = isEnding
    ? t('Your plan is canceled and ends on {date}. To keep it, open the billing portal.', { date })
    : tier === 'trial'
      ? t('Your plan starts automatically on {date}. To change your plan or card, open the billing portal.', { date })
      : t('You already have a subscription. To change your plan or card, open the billing portal.')
  return notice('portal', title, text)
}
