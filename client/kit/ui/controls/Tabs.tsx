import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './Tabs.module.css'

interface Props<V extends string> {
  label: string
  value: V
  tabs: readonly { value: NoInfer<V>; label: string; content: ReactNode }[]
  onChange(value: NoInfer<V>): void
}

/** Tabs with one visible panel. */
export function Tabs<V extends string>({ label, value, tabs, onChange }: Props<V>) {
  const pick = (next: string) => {
    const tab = tabs.find((t) => t.value === next)
    if (tab) onChange(tab.value)
  }
  return (
    <Radix.Root value={value} onValueChange={pick}>
      <Radix.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={styles.tab}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className={styles.content}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
