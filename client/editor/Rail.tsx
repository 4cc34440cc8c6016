import { Tabs } from 'radix-ui'
import { useSnapshot } from 'valtio'
import { cx } from '../ui/cx.ts'
import styles from './Rail.module.css'
import { TABS } from './tabs.ts'
import { useWorkspace } from './WorkspaceContext.tsx'

/** The tool tabs: a column on wide screens, a bar at the bottom of narrow ones. Pressing the open tab closes it. */
export function Rail() {
  const { session } = useWorkspace()
  const { tab: open, busy } = useSnapshot(session.ui)
  const isDisabled = busy !== null
  return (
    <Tabs.Root
      className={styles.rail}
      orientation="vertical"
      activationMode="manual"
      value={open ?? ''}
      onValueChange={(tab) => {
        session.ui.tab = tab
      }}
    >
      <Tabs.List className={styles.list} aria-label="Tools">
        {TABS.map(({ id, label, icon: Icon }) => (
          <Tabs.Trigger
            key={id}
            value={id}
            disabled={isDisabled}
            className={cx(styles.tab, open === id && styles.open)}
            aria-controls={open === id ? 'tool-panel' : undefined}
            // Radix opens on mouse down; the second press on an open tab arrives here.
            onMouseDown={(event) => {
              if (open !== id || event.button !== 0) return
              event.preventDefault()
              session.ui.tab = null
            }}
            onKeyDown={(event) => {
              if (open !== id || (event.key !== 'Enter' && event.key !== ' ')) return
              event.preventDefault()
              session.ui.tab = null
            }}
          >
            <Icon className={styles.icon} strokeWidth={1.75} aria-hidden />
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
    </Tabs.Root>
  )
}
