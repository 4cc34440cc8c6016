import styles from './ProgressBar.module.css'

interface Props {
  /** The accessible name; not shown. */
  label: string
  /** Clamped to 0..1; null while the length of the work is unknown. */
  fraction: number | null
}

/** A progress bar; indeterminate when `fraction` is null. */
export function ProgressBar({ label, fraction }: Props) {
  const percent = fraction === null ? undefined : Math.round(Math.min(1, Math.max(0, fraction)) * 100)
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
