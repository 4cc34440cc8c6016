import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { tryWrite } from '../../kit/base/deviceStorage.ts'
import type { Session } from '../../model/session/session.ts'
import type { DroppedPhotos } from '../canvas-ui/useFileDrop.ts'
import { PanelBoundary } from './PanelBoundary.tsx'

const loadDialog = () => lazy(() => import('../batch/BatchDialog.tsx'))

/** Set while the dialog is open, so that a reload opens it again. */
const OPEN_FLAG = 'midground-batch-open'

/** Hook that returns the dialog of Batch edit, whose code is loaded on opening, and the handler of dropped photos. */
export function useBatchDialog(session: Session): { dialog: ReactNode; drop(dropped: DroppedPhotos): void } {
  const isOpen = useSnapshot(session.ui).dialog === 'batch'
  const [dropped, setDropped] = useState<DroppedPhotos | null>(null)
  const [BatchDialog, setDialog] = useState(loadDialog)
  useEffect(() => {
    tryWrite(() => {
      if (sessionStorage.getItem(OPEN_FLAG)) session.ui.dialog = 'batch'
    })
  }, [session])
  useEffect(() => {
    if (!isOpen) return
    tryWrite(() => sessionStorage.setItem(OPEN_FLAG, 'yes'))
    return () => tryWrite(() => sessionStorage.removeItem(OPEN_FLAG))
  }, [isOpen])
  const dialog = isOpen && (
    <PanelBoundary onRetry={() => setDialog(loadDialog)}>
      <Suspense fallback={null}>
        <BatchDialog dropped={dropped} onTaken={() => setDropped(null)} />
      </Suspense>
    </PanelBoundary>
  )
  return {
    dialog,
    drop(photos) {
      setDropped(photos)
      session.ui.dialog = 'batch'
    },
  }
}
