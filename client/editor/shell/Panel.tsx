import { X } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import type { Tab } from '../tabs/tabs.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { Drawer } from './Drawer.tsx'
import { LazyPanel } from './LazyPanel.tsx'
import styles from './Panel.module.css'

type Shown = Pick<Tab, 'id' | 'label' | 'load'>

/** The panel of the open tool: beside the rail on wide screens, a sheet above the rail on narrow screens. */
export function Panel({ tabs }: { tabs: readonly Shown[] }) {
  const { session } = useWorkspace()
  const open = useSnapshot(session.ui).tab
  const tab = tabs.find(({ id }) => id === open)
  if (!tab) return null
  const close = () => {
    session.ui.tab = null
  }
  return (
    <Drawer
      id="tool-panel"
      role="tabpanel"
      title={t(tab.label)}
      side="left"
      close={<IconButton label={t('Close')} icon={X} size="small" onClick={close} />}
    >
      <LazyPanel
        key={tab.id}
        load={tab.load}
        props={{}}
        fallback={
          <div className={styles.wait}>
            <Spinner label={null} />
          </div>
        }
      />
    </Drawer>
  )
}
