import type { LucideIcon } from 'lucide-react'
import { ToggleGroup } from 'radix-ui'
import type { KeyboardEvent, ReactNode } from 'react'
import styles from './Segmented.module.css'

interface Props<V extends string> {
  label: string
  value: V
  options: readonly { value: NoInfer<V>; label: string; icon?: LucideIcon; picture?: ReactNode }[]
  onChange(value: NoInfer<V>): void
  /** Number of options per row. Absent = all options in one row. */
  columns?: number
  /** If true, the label is visible above the options. Otherwise only screen readers read the label. */
  hasVisibleLabel?: boolean
}

/** A choice among a few options, shown as buttons in rows. */
export function Segmented<V extends string>({
  label,
  value,
  options,
  onChange,
  columns,
  hasVisibleLabel = false,
}: Props<V>) {
  const pick = (next: string) => {
    const option = options.find((o) => o.value === next) // Radix sends '' when the user presses the chosen button again
    if (option) onChange(option.value)
  }
  const group = (
    <ToggleGroup.Root
      type="single"
      className={styles.group}
      style={columns ? { gridTemplateColumns: `repeat(${columns}, 1fr)`, gridAutoFlow: 'row' } : undefined}
      aria-label={label}
      value={value}
      onValueChange={pick}
      onKeyDownCapture={moveRadioFocus}
    >
      {options.map(({ value: v, label: text, icon: Glyph, picture }) => (
        <ToggleGroup.Item key={v} value={v} className={styles.item} data-pictured={picture !== undefined || undefined}>
          {picture}
          {Glyph && <Glyph className={styles.icon} strokeWidth={1.75} aria-hidden />}
          <span className={styles.text}>{text}</span>
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
  if (!hasVisibleLabel) return group
  return (
    <div className={styles.labeled}>
      <span aria-hidden>{label}</span>
      {group}
    </div>
  )
}

/**
 * Moves the focus among the radio buttons of a Radix group without delay, and wraps at both ends. Must be the group's
 * `onKeyDownCapture`. On a busy page, Radix itself moves the focus only after the next key.
 */
export function moveRadioFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]:not(:disabled)')]
  const at = radios.indexOf(event.target as HTMLElement)
  if (at < 0) return
  const forwards = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
  const next: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    ArrowRight: at + forwards,
    ArrowLeft: at - forwards,
    Home: 0,
    PageUp: 0,
    End: -1,
    PageDown: -1,
  }
  const index = next[event.key]
  if (index === undefined) return
  radios.at(index % radios.length)?.focus()
  event.preventDefault() // prevents Radix's own focus move
}
