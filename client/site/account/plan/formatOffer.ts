import { TRIAL_DAYS } from '#server/contract/limits.ts'
import { type PlanOffer, PRICES } from '#server/contract/plans.ts'
import { formatPrice } from '../../../kit/i18n/format.ts'
import { t } from '../../../kit/i18n/translate.ts'

/**
 * Returns the texts of a plan's offer, translated and with formatted prices. `price` is the trial's length for the free
 * trial; `was` is the crossed-out price or null.
 */
export function formatOffer({ id, name, per, badge }: PlanOffer) {
  const price = id === 'free-trial' ? null : PRICES[id]
  return {
    name: t(name),
    price: price ? formatPrice(price.cents) : t('{days, plural, one {# day} other {# days}}', { days: TRIAL_DAYS }),
    per: per && t(per),
    was: price && formatPrice(price.wasCents),
    badge: badge && t(badge),
  }
}
