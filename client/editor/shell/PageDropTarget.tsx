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
import { sayOnlyOne, useOpenFile } from './incomingFiles.ts'
import styles from './Screen.module.css'

/**
 * Handles files that are dropped on the page, and covers the canvas while a file is dragged. A single file is opened,
 * or handled by the open panel. Features can handle several files, unless the page has only one tool. While a dialog is
 * open, only the dialog's feature can handle files.
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
  const isDropping = useFileDrop((given) => {
    const { dialog } = session.ui
    const isCovered = openModals() > (dialog === null ? 0 : 1) // for example, by a question
    if (isCovered) return
    const isOffered = dialog !== null || takesSeveral
    if (isOffered && features.some((feature) => feature.takesDrop?.(given, session))) return
    const files = [...given.files]
    const [file] = files
    if (!file || dialog !== null) return
    openFile(file, takeImage && ((image) => takeImage(workspace, image)))
    sayOnlyOne(session.notices, files)
  })
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

/** Returns the number of modal dialogs on the page: dialogs of the editor and the account, and questions. */
const openModals = () => document.querySelectorAll('[data-scrim]').length

/**
 * Hook that calls `onFiles` with files that the user drops on the page or pastes outside text fields. Returns true
 * while a file is dragged over the window and no modal dialog is open.
 */
function useFileDrop(onFiles: (given: DataTransfer) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useLatest(onFiles)
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    return listen(window, {
      dragover(event) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(openModals() === 0)
      },
      dragleave: ({ relatedTarget }) => relatedTarget === null && setOver(false),
      drop(event) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        if (event.dataTransfer) latest.current(event.dataTransfer)
      },
      paste(event) {
        if (isTyping(event.target) || !event.clipboardData?.files.length) return
        event.preventDefault()
        latest.current(event.clipboardData)
      },
    })
  }, [latest])
  return isOver
}
