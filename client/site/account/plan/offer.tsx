import { Check, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatPrice } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { cx } from '#client/kit/ui/cx.ts'
import { TRIAL_DAYS } from '#server/contract/limits.ts'
import { FEATURES, type PlanOffer, PRICES } from '#server/contract/plans.ts'
import styles from './offer.module.css'

/**
 * Returns the texts of a plan's offer, translated and with formatted prices. For the free trial, `price` is the trial's
 * length. `was` is the crossed-out price or null.
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

/** The list of features of the Pro plan. */
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

interface Props {
  tone?: 'accent' | 'warning' | 'neutral'
  icon?: LucideIcon
  children: ReactNode
}

/** A short label such as "Pro" or "Save 40%". */
export function Badge({ tone = 'neutral', icon: Glyph, children }: Props) {
  return (
    <span className={cx(styles.badge, styles[tone])}>
      {Glyph && <Glyph className={styles.icon} strokeWidth={2} aria-hidden />}
      {children}
    </span>
  )
}
