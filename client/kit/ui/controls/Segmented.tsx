import type { LucideIcon } from 'lucide-react'
import { ToggleGroup } from 'radix-ui'
import { moveRadioFocus } from './moveRadioFocus.ts'
import styles from './Segmented.module.css'

interface Props<V extends string> {
  label: string
  value: V
  options: readonly { value: NoInfer<V>; label: string; icon?: LucideIcon }[]
  onChange(value: NoInfer<V>): void
  isDisabled?: boolean
  /** Options per row; absent = all in one row. */
  columns?: number
}

/** A choice of one among a few options, shown side by side as buttons. */
export function Segmented<V extends string>({ label, value, options, onChange, isDisabled, columns }: Props<V>) {
  const pick = (next: string) => {
    const option = options.find((o) => o.value === next) // Radix sends '' when the chosen button is pressed again
    if (option) onChange(option.value)
  }
  return (
    <ToggleGroup.Root
      type="single"
      className={styles.group}
      style={columns ? { gridTemplateColumns: `repeat(${columns}, 1fr)`, gridAutoFlow: 'row' } : undefined}
      aria-label={label}
      value={value}
      onValueChange={pick}
      disabled={isDisabled}
      onKeyDownCapture={moveRadioFocus}
    >
      {options.map(({ value: v, label: text, icon: Glyph }) => (
        <ToggleGroup.Item key={v} value={v} className={styles.item}>
          {Glyph && <Glyph className={styles.icon} strokeWidth={1.75} aria-hidden />}
          <span className={styles.text}>{text}</span>
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
