import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { tryWrite } from '#client/kit/base/deviceStorage.ts'
import { isTyping } from '#client/kit/base/keyboard.ts'
import { listen } from '#client/kit/base/listeners.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { useLatest } from '#client/kit/ui/hooks.ts'
import { isAccepted } from '#client/media/file/sniff.ts'
import type { Session } from '#client/model/session/session.ts'
import type { DroppedPhotos } from '../batch/droppedFiles.ts'
import type { Tab } from '../host/panels.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { useOpenFile } from './incomingFiles.ts'
import { LazyPanel } from './LazyPanel.tsx'
import styles from './Screen.module.css'

/**
 * Handles files dropped on the page, and covers the canvas while the user drags a file. A single file is opened.
 * Several photos open Batch edit, unless the page has a single tool. While the open tab accepts images, an image
 * becomes an overlay.
 */
export function PageDropTarget({ tabs }: { tabs: readonly Tab[] }) {
  const { session, panels } = useWorkspace()
  const { photo } = useSnapshot(session.doc)
  const { tab } = useSnapshot(session.ui)
  const isForOverlays = photo !== null && panels.tabs.some(({ id, takesImages }) => id === tab && takesImages)
  const { openFile, openOverlay } = useOpenFile()
  const batch = useBatchDialog(session)
  const takesSeveral = !isForOverlays && tabs === panels.tabs
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

const loadDialog = () => import('../batch/BatchDialog.tsx')

/** This flag is set while the dialog is open, so that a reload opens the dialog again. */
const OPEN_FLAG = 'midground-batch-open'

/** Returns true after a reload of the page. The flag also survives a visit to another page. */
const isReloaded = () =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')

/** Hook that returns the dialog of Batch edit, whose code loads on opening, and the handler of dropped photos. */
function useBatchDialog(session: Session): { dialog: ReactNode; drop(dropped: DroppedPhotos): void } {
  const isOpen = useSnapshot(session.ui).dialog === 'batch'
  const [dropped, setDropped] = useState<DroppedPhotos | null>(null)
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
  const dialog = isOpen && (
    <LazyPanel load={loadDialog} props={{ dropped, onTaken: () => setDropped(null) }} fallback={null} />
  )
  return {
    dialog,
    drop(photos) {
      setDropped(photos)
      session.ui.dialog = 'batch'
    },
  }
}

/**
 * Hook for files that the user drops anywhere on the page, or pastes outside of text fields. Calls `onFile` with a
 * single file, and `onSeveral`, if given, with several photos or a folder. Returns true while a file is dragged over
 * the window.
 */
function useFileDrop(onFile: (file: File) => void, onSeveral: ((dropped: DroppedPhotos) => void) | null): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useLatest(onFile)
  const latestSeveral = useLatest(onSeveral)
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const take = (files: FileList | undefined) => {
      const file = files?.[0]
      if (file) latest.current(file)
    }
    return listen(window, {
      dragover(event) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      dragleave: ({ relatedTarget }) => relatedTarget === null && setOver(false),
      drop(event) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        const several = latestSeveral.current && severalPhotos(event.dataTransfer)
        if (several) latestSeveral.current?.(several)
        else take(event.dataTransfer?.files)
      },
      paste(event) {
        if (isTyping(event.target) || !event.clipboardData?.files.length) return
        event.preventDefault()
        take(event.clipboardData.files)
      },
    })
  }, [latest, latestSeveral])
  return isOver
}

/** Returns the dropped photos, or null for fewer than two. Must be called while the event is handled. */
function severalPhotos(dropped: DataTransfer | null): DroppedPhotos | null {
  const entries = [...(dropped?.items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  const hasFolder = entries.some(({ isDirectory }) => isDirectory)
  const files = [...(dropped?.files ?? [])].filter(isAccepted)
  return hasFolder || files.length > 1 ? { files, entries: hasFolder ? entries : [] } : null
}
