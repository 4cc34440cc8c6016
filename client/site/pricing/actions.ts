/** What each card of the plans page offers to whom. Pure, so that every state is a row of a test. */
import type { Plan } from '#server/contract/entitlements.ts'
import type { PlanOffer, PriceKey } from '#server/contract/plans.ts'
import { t } from '../../kit/i18n/translate.ts'

export type CardAction =
  /** A visitor and a free account buy; the visitor is asked to sign in first. */
  | { kind: 'buy'; label: string }
  /** Something else than what runs now: the billing portal does it. */
  | { kind: 'switch'; label: string }
  /** What runs now, or can be had only once. */
  | { kind: 'none'; label: string }

export interface Standing {
  plan: Plan
  /** The plan whose price the account pays or will pay; null before the first. */
  current: PriceKey | null
  /** It was cancelled and ends with what is paid for, or with the trial. */
  isEnding: boolean
  /** False once the account had its trial. */
  trialAvailable: boolean
}

export function cardAction(offer: PlanOffer, { plan, current, isEnding, trialAvailable }: Standing): CardAction {
  const isTrialCard = offer.id === 'free-trial'
  switch (plan.tier) {
    case 'visitor':
    case 'free':
      if (isTrialCard && !trialAvailable) return { kind: 'none', label: t('Trial already used') }
      return { kind: 'buy', label: t(BUY_LABELS[offer.id]) }
    case 'trial':
      if (isTrialCard) return { kind: 'none', label: t('Your trial is running') }
      if (offer.priceKey === current)
        return isEnding ? { kind: 'switch', label: t(RESUME) } : { kind: 'none', label: t('Starts after your trial') }
      return { kind: 'switch', label: t(SWITCH_LABELS[offer.priceKey]) }
    case 'pro':
      // Pro as a gift has no price, and nobody's is known before the server has told.
      if (isTrialCard || current === null) return { kind: 'none', label: t('Included in your plan') }
      if (offer.priceKey !== current) return { kind: 'switch', label: t(SWITCH_LABELS[offer.priceKey]) }
      return isEnding ? { kind: 'switch', label: t(RESUME) } : { kind: 'none', label: t('Your current plan') }
  }
}

const RESUME = 'Keep it going'

const BUY_LABELS: Record<PlanOffer['id'], string> = {
  'free-trial': 'Start free trial',
  monthly: 'Choose monthly',
  yearly: 'Choose yearly',
}

const SWITCH_LABELS: Record<PriceKey, string> = { monthly: 'Switch to monthly', yearly: 'Switch to yearly' }
