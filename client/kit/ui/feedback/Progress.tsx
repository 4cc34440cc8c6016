import { clampToUnit } from '#client/kit/values/numbers.ts'
import { t } from '../../i18n/translate.ts'
import styles from './Progress.module.css'

/** An indicator for work of unknown duration, `size` CSS px. `label: null`: no text, for use next to other text. */
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

/** A pulsing placeholder for an image that isn't ready. The placeholder fills the positioned element around it. */
export const Skeleton = () => <span className={styles.skeleton} aria-hidden />

interface Props {
  /** The accessible name, which is not visible. */
  label: string
  /** Fraction of finished work, clamped to 0..1. Null while the duration is unknown. */
  fraction: number | null
}

/** A progress bar. Indeterminate when `fraction` is null. */
export function ProgressBar({ label, fraction }: Props) {
  const percent = fraction === null ? undefined : Math.round(clampToUnit(fraction) * 100)
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div
        className={percent === undefined ? styles.unknown : styles.bar}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  )
}
