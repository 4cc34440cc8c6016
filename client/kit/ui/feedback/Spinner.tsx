import { t } from '../../i18n/translate.ts'
import styles from './Spinner.module.css'

/**
 * An indicator for work of unknown length, `size` CSS px. `label: null` omits the text, for places that already
 * describe the work.
 */
export function Spinner({ label = t('Loading...'), size = 16 }: { label?: string | null; size?: number }) {
  const wheel = <span className={styles.wheel} style={{ width: size, height: size }} aria-hidden />
  if (label === null) return wheel
  return (
    <span className={styles.spinner} role="status">
      {wheel}
      {label}
    </span>
  )
}
