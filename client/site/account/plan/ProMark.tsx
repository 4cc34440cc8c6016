/**
 * The appearance of the Pro button. This is a separate file, because the loading screen shows it before the plans' code
 * has loaded.
 */
import { Crown } from 'lucide-react'
import { t } from '#client/kit/i18n/translate.ts'
import styles from './ProBadge.module.css'

/** The crown and the word "Pro". */
export const ProMark = () => (
  <>
    <Crown className={styles.icon} strokeWidth={1.75} aria-hidden />
    <span className={styles.word}>{t('Pro')}</span>
  </>
)

/** A Pro button that does nothing when clicked. */
export const StillProBadge = () => (
  <span className={styles.badge}>
    <ProMark />
  </span>
)
