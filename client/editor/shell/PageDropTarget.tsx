import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { listen } from '#client/kit/async/listeners.ts'
import { isTyping } from '#client/kit/browser/keyboard.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { useLatest, useRequired } from '#client/kit/ui/hooks.ts'
import { useDocument } from '#client/model/session/session.ts'
import { useCommands } from '../commands/CommandButton.tsx'
import { FeaturesContext } from '../host/Slot.tsx'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { useOpenFile } from './incomingFiles.ts'
import styles from './Screen.module.css'

/**
 * Handles files that are dropped on the page, and covers the canvas while a file is dragged. A single file is opened,
 * or handled by the open panel. Features can handle several files, unless the page has only one tool.
 */
export function PageDropTarget() {
  const workspace = useWorkspace()
  const { session, panels } = workspace
  const { photo } = useDocument()
  const { panel } = useSnapshot(session.ui)
  const takeImage = photo ? panels.all.find(({ id }) => id === panel)?.takeImage : undefined
  const { openFile } = useOpenFile()
  const { tabs } = useCommands()
  const { features } = useRequired(FeaturesContext)
  const takesSeveral = !takeImage && tabs === panels.tabs
  const takeSeveral = (dropped: DataTransfer) =>
    takesSeveral && features.some((feature) => feature.takesDrop?.(dropped, session))
  const isDropping = useFileDrop(
    (file) => openFile(file, takeImage && ((image) => takeImage(workspace, image))),
    takeSeveral,
  )
  return (
    isDropping && (
      <div className={styles.drop} aria-hidden>
        <span className={styles.dropWords}>
          {takeImage ? t('Drop your image anywhere') : t('Drop your photo anywhere')}
        </span>
      </div>
    )
  )
}

/**
 * Hook that handles files which the user drops on the page or pastes outside text fields. `onFile` is called with a
 * single file, unless `takeSeveral` returns true for the drop. Returns true while a file is dragged over the window.
 */
function useFileDrop(onFile: (file: File) => void, takeSeveral: (dropped: DataTransfer) => boolean): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useLatest(onFile)
  const latestSeveral = useLatest(takeSeveral)
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
        const isTaken = event.dataTransfer && latestSeveral.current(event.dataTransfer)
        if (!isTaken) take(event.dataTransfer?.files)
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
