import { X } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { EmptyState } from '#client/kit/ui/feedback/EmptyState.tsx'
import { Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import { pictureRect } from '#client/model/document/crop.ts'
import { useDocument } from '#client/model/session/session.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import type { ToolPanel } from '../host/panels.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { Drawer } from './Drawer.tsx'
import { LazyPanel } from './LazyPanel.tsx'
import styles from './Panel.module.css'

/**
 * The panel of the open tool. On wide screens, the panel is next to the rail. On narrow screens, it is a sheet above
 * the rail. Without a photo, the panel asks the user to open a photo. If a portrait image has layers of this tool, the
 * sheet is low, so that more of the image is visible.
 */
export function Panel({ panels }: { panels: readonly ToolPanel[] }) {
  const { session } = useWorkspace()
  const ui = useSnapshot(session.ui) as Ui
  const doc = useDocument()
  const panel = panels.find(({ id }) => id === ui.panel)
  if (!panel) return null
  const { width, height } = pictureRect(doc)
  const close = () => {
    session.ui.panel = null
  }
  return (
    <Drawer
      id="tool-panel"
      role="tabpanel"
      title={t(panel.title?.(ui) ?? panel.label)}
      side="left"
      close={<IconButton label={t('Close')} icon={X} size="small" onClick={close} />}
      onClose={close}
      head={doc.photo && panel.head && <panel.head />}
      isLow={height > width && Object.values(doc.layers).some(({ kind }) => kind === panel.kind)}
    >
      {!doc.photo && panel.prompt ? (
        <EmptyState icon={panel.icon} text={t(panel.prompt)} />
      ) : (
        <>
          <LazyPanel
            load={panel.load}
            props={{}}
            fallback={
              <div className={styles.wait}>
                <Spinner label={null} />
              </div>
            }
          />
          {panel.sections?.map((load) => (
            <LazyPanel key={String(load)} load={load} props={{}} fallback={null} />
          ))}
        </>
      )}
    </Drawer>
  )
}
