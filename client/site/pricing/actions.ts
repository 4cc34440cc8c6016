import { t } from '#client/kit/i18n/translate.ts'
import type { Plan } from '#server/contract/plans/entitlements.ts'
import type { PlanOffer, PriceKey } from '#server/contract/plans/plans.ts'

/** The button on a plan's card. */
export interface CardAction {
  label: string
  /** If true, the card shows text instead of a button, because the plan is active or the trial was already used. */
  isInactive?: boolean
}

const inactive = (label: string): CardAction => ({ label, isInactive: true })

/** The account's billing state. */
export interface Standing {
  plan: Plan
  /**
   * The plan that the account pays for, now or after the trial. Null if there is none, and until the server responds.
   */
  current: PriceKey | null
  /** True if the plan was canceled and will end with the paid period or the trial. */
  isEnding: boolean
  /** False if the account has already used its trial. */
  trialAvailable: boolean
}

/** Returns the button or the text on a plan's card for an account. */
export function cardAction(offer: PlanOffer, { plan, current, isEnding, trialAvailable }: Standing): CardAction {
  const isTrialCard = offer.id === 'free-trial'
  switch (plan.tier) {
    case 'visitor':
    case 'free':
      if (isTrialCard && !trialAvailable) return inactive(t('Trial already used'))
      return { label: t(BUY_LABELS[offer.id]) }
    case 'trial':
      if (isTrialCard) return inactive(t('Your trial is active'))
      if (current === null) return inactive(t('Included in your plan'))
      if (offer.priceKey === current)
        return isEnding ? { label: t('Resume plan') } : inactive(t('Starts after your trial'))
      return { label: t(SWITCH_LABELS[offer.priceKey]) }
    case 'pro':
      // a granted Pro plan has no price, and `current` may be the price of an earlier subscription
      if (isTrialCard || current === null || !plan.isSubscribed) return inactive(t('Included in your plan'))
      if (offer.priceKey !== current) return { label: t(SWITCH_LABELS[offer.priceKey]) }
      return isEnding ? { label: t('Resume plan') } : inactive(t('Your current plan'))
  }
}

const BUY_LABELS: Record<PlanOffer['id'], string> = {
  'free-trial': 'Start free trial',
  monthly: 'Choose the monthly plan',
  yearly: 'Choose the yearly plan',
}

const SWITCH_LABELS: Record<PriceKey, string> = { monthly: 'Switch to monthly', yearly: 'Switch to yearly' }
