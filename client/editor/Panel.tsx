import { X } from 'lucide-react'
import { Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { IconButton } from '../ui/IconButton.tsx'
import { ScrollArea } from '../ui/ScrollArea.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import styles from './Panel.module.css'
import { TABS } from './tabs.ts'
import { useWorkspace } from './WorkspaceContext.tsx'

/** The open tool's panel: beside the rail on wide screens, a sheet above it on narrow ones. */
export function Panel() {
  const { session } = useWorkspace()
  const open = useSnapshot(session.ui).tab
  const tab = TABS.find(({ id }) => id === open)
  if (!tab) return null
  const close = () => {
    session.ui.tab = null
  }
  return (
    <section id="tool-panel" className={styles.panel} role="tabpanel" aria-label={tab.label}>
      <div className={styles.head}>
        <h2 className={styles.title}>{tab.label}</h2>
        <IconButton label="Close" icon={X} size="small" onClick={close} />
      </div>
      <ScrollArea className={styles.body}>
        <Suspense
          fallback={
            <div className={styles.wait}>
              <Spinner label={null} />
            </div>
          }
        >
          <tab.panel />
        </Suspense>
      </ScrollArea>
    </section>
  )
}
