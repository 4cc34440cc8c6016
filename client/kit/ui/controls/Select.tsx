import { Check, ChevronsUpDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { type KeyboardEvent, useId, useState } from 'react'
import styles from './Select.module.css'

interface Props<V extends string> {
  label: string
  value: V
  options: readonly { value: NoInfer<V>; label: string }[]
  onChange(value: NoInfer<V>): void
}

/**
 * A choice among many options, shown as a drop-down list. Renders the options only when the control gets the focus,
 * because most lists of a panel stay closed.
 */
export function Select<V extends string>({ label, value, options, onChange }: Props<V>) {
  const id = useId()
  const [isNear, setNear] = useState(false)
  const pick = (next: string) => {
    const option = options.find((o) => o.value === next)
    if (option) onChange(option.value)
  }
  return (
    <div className={styles.row}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <Radix.Root value={value} onValueChange={pick} onOpenChange={() => setNear(true)}>
        <Radix.Trigger className={styles.trigger} aria-labelledby={id} onFocus={() => setNear(true)}>
          <Radix.Value>{options.find((o) => o.value === value)?.label}</Radix.Value>
          <ChevronsUpDown className={styles.chevrons} aria-hidden />
        </Radix.Trigger>
        {isNear && (
          <Radix.Portal>
            <Radix.Content
              className={styles.list}
              position="popper"
              sideOffset={4}
              collisionPadding={8}
              onKeyDown={moveFocus}
            >
              <Radix.Viewport className={styles.viewport}>
                {options.map((option) => (
                  <Radix.Item key={option.value} value={option.value} className={styles.item}>
                    <Radix.ItemText>{option.label}</Radix.ItemText>
                    <Radix.ItemIndicator>
                      <Check className={styles.check} aria-hidden />
                    </Radix.ItemIndicator>
                  </Radix.Item>
                ))}
              </Radix.Viewport>
            </Radix.Content>
          </Radix.Portal>
        )}
      </Radix.Root>
    </div>
  )
}

/**
 * Moves the focus to another option without delay. On a busy page, Radix itself moves the focus only after the next
 * key, and Enter would choose the previous option.
 */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const options = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=option]:not([data-disabled])')]
  const at = options.indexOf(event.target as HTMLElement)
  const last = options.length - 1
  const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? last : at - 1, Home: 0, End: last }[event.key]
  if (next === undefined) return
  options[next]?.focus()
  event.preventDefault() // prevents Radix's own focus move
}
