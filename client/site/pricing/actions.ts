/** The action on a plan's card. */

import { t } from '#client/kit/i18n/translate.ts'
import type { Plan } from '#server/contract/entitlements.ts'
import type { PlanOffer, PriceKey } from '#server/contract/plans.ts'

/** The action of the button on a plan's card. */
export type CardAction =
  /** Buy the plan. Visitors are asked to sign in first. */
  | { kind: 'buy'; label: string }
  /** Switch to this plan, or resume it, in the billing portal. */
  | { kind: 'switch'; label: string }
  /** Open the editor, because this server has no billing. */
  | { kind: 'open'; label: string }
  /** No action, because the plan is active or the trial is used up. */
  | { kind: 'none'; label: string }

/** The account's billing state. */
export interface Standing {
  plan: Plan
  /** The plan that the account pays for, or will pay for after the trial. Null without a plan. */
  current: PriceKey | null
  /** The plan was cancelled and ends with the paid period or the trial. */
  isEnding: boolean
  /** False after the account has used its trial. */
  trialAvailable: boolean
}

/** Returns the action that a plan's card offers to an account. */
export function cardAction(offer: PlanOffer, { plan, current, isEnding, trialAvailable }: Standing): CardAction {
  const isTrialCard = offer.id === 'free-trial'
  switch (plan.tier) {
    case 'visitor':
    case 'free':
      if (isTrialCard && !trialAvailable) return { kind: 'none', label: t('Trial already used') }
      return { kind: 'buy', label: t(BUY_LABELS[offer.id]) }
    case 'trial':
      if (isTrialCard) return { kind: 'none', label: t('Your trial is active') }
      if (offer.priceKey === current)
        return isEnding ? { kind: 'switch', label: t(RESUME) } : { kind: 'none', label: t('Starts after your trial') }
      return { kind: 'switch', label: t(SWITCH_LABELS[offer.priceKey]) }
    case 'pro':
      // A granted Pro plan has no price. Before the server's answer no price is known.
      if (isTrialCard || current === null) return { kind: 'none', label: t('Included in your plan') }
      if (offer.priceKey !== current) return { kind: 'switch', label: t(SWITCH_LABELS[offer.priceKey]) }
      return isEnding ? { kind: 'switch', label: t(RESUME) } : { kind: 'none', label: t('Your current plan') }
  }
}

const RESUME = 'Resume plan'

const BUY_LABELS: Record<PlanOffer['id'], string> = {
  'free-trial': 'Start free trial',
  monthly: 'Choose monthly',
  yearly: 'Choose yearly',
}

const SWITCH_LABELS: Record<PriceKey, string> = { monthly: 'Switch to monthly', yearly: 'Switch to yearly' }
