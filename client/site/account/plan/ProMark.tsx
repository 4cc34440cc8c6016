/** The look of the Pro button. A separate file, because the loading screen shows it before the plans' code loads. */
import { Crown } from 'lucide-react'
import { t } from '#client/kit/i18n/translate.ts'
import styles from './ProBadge.module.css'

/** The crown and the word. */
export const ProMark = () => (
  <>
    <Crown className={styles.icon} strokeWidth={1.75} aria-hidden />
    <span className={styles.word}>{t('Pro')}</span>
  </>
)

/** The Pro button without its function. */
export const StillProBadge = () => (
  <span className={styles.badge}>
    <ProMark />
  </span>
)
