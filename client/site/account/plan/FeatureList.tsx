import { Check } from 'lucide-react'
import { FEATURES } from '#server/contract/plans.ts'
import { t } from '../../../kit/i18n/translate.ts'
import { cx } from '../../../kit/ui/cx.ts'
import styles from './FeatureList.module.css'

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
