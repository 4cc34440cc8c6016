import { X } from 'lucide-react'
import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import type { Tab } from '../tabs/tabs.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { Drawer } from './Drawer.tsx'
import styles from './Panel.module.css'
import { PanelBoundary } from './PanelBoundary.tsx'

type Shown = Pick<Tab, 'id' | 'label' | 'load'>

/** The panel of the open tool. Beside the rail on wide screens, a sheet above the rail on narrow ones. */
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
      <Tool key={tab.id} tab={tab} />
    </Drawer>
  )
}

type LazyTool = LazyExoticComponent<ComponentType>

/** The lazy components of panels by tab, so that a loaded panel opens again without a fallback. */
const tools = new Map<string, LazyTool>()

function Tool({ tab }: { tab: Shown }) {
  const [attempt, setAttempt] = useState(0)
  const Panel = tools.get(tab.id) ?? remembered(tab)
  const retry = () => {
    remembered(tab)
    setAttempt(attempt + 1)
  }
  return (
    <PanelBoundary key={attempt} onRetry={retry}>
      <Suspense
        fallback={
          <div className={styles.wait}>
            <Spinner label={null} />
          </div>
        }
      >
        <Panel />
      </Suspense>
    </PanelBoundary>
  )
}

/** Creates a new lazy component, because React.lazy keeps a rejected import. */
function remembered(tab: Shown): LazyTool {
  const tool = lazy(tab.load)
  tools.set(tab.id, tool)
  return tool
}
