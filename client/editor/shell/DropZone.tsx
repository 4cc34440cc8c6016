import { useSnapshot } from 'valtio'
import { t } from '../../kit/i18n/translate.ts'
import { useFileDrop } from '../canvas-ui/useFileDrop.ts'
import { TABS, type Tab } from '../tabs/tabs.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { useOpenFile } from './incomingFiles.ts'
import styles from './Screen.module.css'
import { useBatchDialog } from './useBatchDialog.tsx'

/**
 * Handles files dropped on the page. A single file is opened. Several photos open Batch edit, unless the page has a
 * single tool. While the open tab accepts images, an image becomes an overlay. Covers the canvas while a file is
 * dragged over the page.
 */
export function DropZone({ tabs }: { tabs: readonly Tab[] }) {
  const { session } = useWorkspace()
  const { photo } = useSnapshot(session.doc)
  const { tab } = useSnapshot(session.ui)
  const isForOverlays = photo !== null && TABS.some(({ id, takesImages }) => id === tab && takesImages)
  const { openFile, openOverlay } = useOpenFile()
  const batch = useBatchDialog(session)
  const takesSeveral = !isForOverlays && tabs === TABS
  const isDropping = useFileDrop(isForOverlays ? openOverlay : openFile, takesSeveral ? batch.drop : null)
  return (
    <>
      {isDropping && (
        <div className={styles.drop} aria-hidden>
          <span className={styles.dropWords}>
            {isForOverlays ? t('Drop your image anywhere') : t('Drop your photo anywhere')}
          </span>
        </div>
      )}
      {batch.dialog}
    </>
  )
}
