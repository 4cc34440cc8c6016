import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatPrice } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { cx } from '#client/kit/ui/cx.ts'
import { TRIAL_DAYS } from '#server/contract/plans/limits.ts'
import { FEATURES, PLANS, type PlanOffer, PRICES, type PriceKey } from '#server/contract/plans/plans.ts'
import styles from './offer.module.css'

/** The plans. Every page shows them in this order, with the highlighted plan in the middle. */
export const OFFERS = (['free-trial', 'yearly', 'monthly'] as const).flatMap((id) =>
  PLANS.filter((offer) => offer.id === id),
)

/**
 * Returns the translated text and the formatted prices of a plan's offer. For the free trial, `price` is the length of
 * the trial. `was`: the former price, or null.
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

/**
 * Returns the path of the checkout page for a price. If the server's settings are unknown, the checkout page reports
 * the error.
 */
export const checkoutPath = (
  key: PriceKey,
  config: { readonly prices: Readonly<Record<PriceKey, string>> } | null,
): string => `/checkout?priceId=${encodeURIComponent(config?.prices[key] ?? key)}`

/** A plan's former price, crossed out. Renders nothing if there is no former price. */
export const FormerPrice = ({ was }: { was: string | null }) =>
  was && (
    <s>
      <span className="unseen">{t('Was')} </span>
      {was}
    </s>
  )

export function FeatureList({ className }: { className?: string | undefined }) {
  return (
    <ul className={cx(styles.features, className)}>
      {FEATURES.map((feature) => (
        <li key={feature}>
          <Check className={styles.check} strokeWidth={2} aria-hidden />
          {t(feature)}
        </li>
      ))}
    </ul>
  )
}

/** A short label such as "Save 40%". */
export const Badge = ({ children }: { children: ReactNode }) => <span className={styles.badge}>{children}</span>
