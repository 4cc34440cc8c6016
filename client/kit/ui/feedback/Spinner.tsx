import { t } from '../../i18n/translate.ts'
import styles from './Spinner.module.css'

/** Waiting of unknown length. `label: null` is for places that already say what is going on. */
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
