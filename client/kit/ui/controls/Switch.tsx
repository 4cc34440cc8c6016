import { Switch as Radix } from 'radix-ui'
import { useId } from 'react'
import styles from './Switch.module.css'

interface Props {
  label: string
  isOn: boolean
  onChange(isOn: boolean): void
  isDisabled?: boolean
  /** Hides the visible label if text next to the switch repeats the label. Screen readers still get the label. */
  hasHiddenLabel?: boolean
}

export function Switch({ label, isOn, onChange, isDisabled, hasHiddenLabel }: Props) {
  const id = useId()
  const track = (
    <Radix.Root
      id={id}
      className={styles.track}
      checked={isOn}
      onCheckedChange={onChange}
      disabled={isDisabled}
      aria-label={hasHiddenLabel ? label : undefined}
    >
      <Radix.Thumb className={styles.thumb} />
    </Radix.Root>
  )
  if (hasHiddenLabel) return track
  return (
    <div className={styles.row}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {track}
    </div>
  )
}
