/** A plan's offer as it is read on screen: its prices as people write them there. */
import { TRIAL_DAYS } from '#server/contract/limits.ts'
import { type PlanOffer, PRICES } from '#server/contract/plans.ts'
import { formatPrice } from '../../../kit/i18n/format.ts'
import { t } from '../../../kit/i18n/translate.ts'

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
