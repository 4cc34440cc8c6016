import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { ref } from 'valtio/vanilla'
import { LazyPanel } from '#client/editor/shell/LazyPanel.tsx'
import { tryWrite } from '#client/kit/device-storage/deviceStorage.ts'
import { isAccepted } from '#client/media/file/sniff.ts'
import { type Session, useSession } from '#client/model/session/session.ts'
import { type DroppedPhotos, dropState } from './droppedFiles.ts'

const loadDialog = () => import('./BatchDialog.tsx')

/**
 * Opens Batch edit with the dropped photos, and returns true. Returns false and does nothing if another dialog is open,
 * or if the drop doesn't contain a folder and has too few photos. At least two photos are needed, or one while Batch
 * edit is open. Must be called during the drop.
 */
export function takeDrop(data: DataTransfer, session: Session): boolean {
  const { dialog } = session.ui
  if (dialog !== null && dialog !== 'batch') return false
  const dropped = droppedPhotos(data, dialog === 'batch' ? 1 : 2)
  if (dropped) dropState(session).dropped = ref(dropped)
  if (dropped) session.ui.dialog = 'batch'
  return dropped !== null
}

/** Session storage key. The value is set while the dialog is open, so that the dialog reopens after a reload. */
const OPEN_FLAG = 'midground-batch-open'

/**
 * Returns true after a reload of the page. This check is needed because the flag also survives a visit to another page.
 */
const isReloaded = () =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')

/**
 * The dialog of Batch edit. Its code loads when the user opens it. If it was open before a reload of the page, it
 * reopens.
 */
export function BatchSlot() {
  const session = useSession()
  const isOpen = useSnapshot(session.ui).dialog === 'batch'
  useEffect(() => {
    tryWrite(() => {
      if (isReloaded() && sessionStorage.getItem(OPEN_FLAG)) session.ui.dialog = 'batch'
      else sessionStorage.removeItem(OPEN_FLAG)
    })
  }, [session])
  useEffect(() => {
    if (!isOpen) return
    tryWrite(() => sessionStorage.setItem(OPEN_FLAG, 'yes'))
    return () => tryWrite(() => sessionStorage.removeItem(OPEN_FLAG))
  }, [isOpen])
  return isOpen && <LazyPanel load={loadDialog} props={{}} fallback={null} />
}

/** Returns the dropped photos. Null if the drop contains fewer than `least` photos and no folder. */
function droppedPhotos(dropped: DataTransfer, least: number): DroppedPhotos | null {
  const entries = [...dropped.items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  const hasFolder = entries.some(({ isDirectory }) => isDirectory)
  const files = [...dropped.files].filter(isAccepted)
  return hasFolder || files.length >= least ? { files, entries: hasFolder ? entries : [] } : null
}
