import type { LucideIcon } from 'lucide-react'
import { ContextMenu as Radix } from 'radix-ui'
import { Fragment, type MouseEvent, type ReactElement, type ReactNode } from 'react'
import styles from './Menu.module.css'
import { ItemFace, ItemOf } from './Menu.tsx'

/** An action of a context menu. `label` is already translated. `shortcut` is in the notation of `Kbd`. */
export interface ContextAction {
  label: string
  icon?: LucideIcon | undefined
  shortcut?: string | undefined
  isDanger?: boolean
  isDisabled?: boolean
  run(): void
}

export type ContextEntry = ContextAction | { label: string; icon?: LucideIcon; entries: readonly ContextAction[] }

interface Props {
  /** The menu's content (`ContextEntries`), rendered when the menu opens. */
  entries: ReactNode
  isDisabled?: boolean
  /** Called before the menu opens by the right button, a long press or the menu key. */
  onContextMenu?(event: MouseEvent): void
  onOpenChange?(isOpen: boolean): void
  children: ReactElement
}

export function ContextMenu({ entries, isDisabled = false, onContextMenu, onOpenChange, children }: Props) {
  return (
    <Radix.Root modal={false} {...(onOpenChange ? { onOpenChange } : {})}>
      <Radix.Trigger asChild disabled={isDisabled} onContextMenu={isDisabled ? undefined : onContextMenu}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.menu} collisionPadding={8} loop>
          {entries}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Groups of menu entries with separators between them. Empty groups are omitted. */
export const ContextEntries = ({ groups }: { groups: readonly (readonly ContextEntry[])[] }) =>
  groups
    .filter((entries) => entries.length > 0)
    .map((entries, i) => (
      <Fragment key={entries[0]?.label}>
        {i > 0 && <Radix.Separator className={styles.separator} />}
        {entries.map((entry) => (
          <Entry key={entry.label} entry={entry} />
        ))}
      </Fragment>
    ))

function Entry({ entry }: { entry: ContextEntry }) {
  if (!('entries' in entry)) return <Action {...entry} />
  return (
    <Radix.Sub>
      <Radix.SubTrigger className={styles.item}>
        <ItemFace icon={entry.icon}>{entry.label}</ItemFace>
        <span aria-hidden>›</span>
      </Radix.SubTrigger>
      <Radix.Portal>
        <Radix.SubContent className={styles.menu} collisionPadding={8} loop>
          {entry.entries.map((action) => (
            <Action key={action.label} {...action} />
          ))}
        </Radix.SubContent>
      </Radix.Portal>
    </Radix.Sub>
  )
}

const Action = ({ label, run, ...item }: ContextAction) => (
  <ItemOf as={Radix.Item} onSelect={run} {...item}>
    {label}
  </ItemOf>
)
