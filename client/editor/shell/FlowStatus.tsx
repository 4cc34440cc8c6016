import { useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { type Status as Shown, StatusPill } from '#client/kit/ui/feedback/StatusPill.tsx'
import { COARSE, NARROW, useMedia } from '#client/kit/ui/hooks.ts'
import { isSubjectMissing, maskViewOf, openSubjectTool, SELECT_SUBJECT_TAB } from '#client/model/session/ui/subject.ts'
import type { Status } from '#client/model/session/ui/ui.ts'
import { backgroundFillsOf } from '#client/render/inpainting/backgroundFills.ts'
import { useMessagePlaces } from '../canvas-ui/messagePlaces.ts'
import { FOUND_SHARE } from '../flows/lift.ts'
import { LIFT, NO_SUBJECT, NOT_ANALYZED } from '../flows/messages.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import type { Workspace } from '../workspace/workspace.ts'
import styles from './FlowStatus.module.css'

/**
 * The status of the flows, over the canvas. When no flow is running, a status says if the photo has no subject, or what
 * a click erases.
 */
export function FlowStatus() {
  const workspace = useWorkspace()
  const { session, uploader, subjectSelector } = workspace
  const { isLifting, erasing } = useSyncExternalStore(subjectSelector.subscribe, subjectSelector.get)
  const { photo, separation, order } = useSnapshot(session.doc)
  const { status, busy, isDownloading, tab, subject } = useSnapshot(session.ui)
  const isMissing = isSubjectMissing({ photo, separation }, { subject })
  // the Select subject tab shows both states itself
  const isUnseparated = photo !== null && separation === null && busy === null && tab !== SELECT_SUBJECT_TAB
  const retry = isUnseparated && !isMissing ? { label: t('Try again'), run: () => void uploader.retry() } : undefined
  const selectIt = {
    label: t('Select subject'),
    run: () => openSubjectTool(session.ui, SELECT_SUBJECT_TAB),
  }
  const said: Shown | null = status && {
    message: t(status.text),
    tone: status.tone,
    fraction: status.progress,
    detail: status.detail,
    action: status.tone === 'failed' ? retry : actionOf(workspace, status, { busy, isDownloading, isLifting }),
  }
  const isErasing = erasing.some(({ isFilled }) => !isFilled)
  const filling = useFilling(workspace, isErasing ? FOUND_SHARE : 0)
  const erased: Shown | null = isErasing ? { message: t(LIFT.erasing), tone: 'busy', fraction: FOUND_SHARE } : null
  const failed: Shown | null = retry ? { message: t(NOT_ANALYZED), tone: 'failed', action: retry } : null
  // the first layer shows that the user needs no subject
  const isUntouched = isUnseparated && isMissing && order.length <= 1
  const missing: Shown | null = isUntouched ? { message: t(NO_SUBJECT), tone: 'hint', action: selectIt } : null
  const isNarrow = useMedia(NARROW) // the hint would cover the photo above the panel
  const mayErase = maskViewOf({ tab, subject }) === 'erased' && !isNarrow
  const toErase = useMedia(COARSE) ? t('Tap the object to erase') : t('Click the object to erase')
  const hint: Shown | null = mayErase ? { message: toErase, tone: 'hint' } : null
  const shown = said ?? filling ?? erased ?? failed ?? hint ?? missing
  const detail = isErasing && isDownloading ? t('Then the image is exported.') : shown?.detail
  const places = useMessagePlaces()
  return (
    <div className={styles.place} data-note={places.note} data-toasts={places.toasts}>
      {status?.preview && <img className={styles.preview} src={status.preview} alt="" />}
      <StatusPill status={shown && { ...shown, detail }} />
    </div>
  )
}

/**
 * Hook that returns the status while the background behind the subject is filled. Any other status replaces it. `from`:
 * the progress at which the fill starts.
 */
function useFilling({ session }: Workspace, from: number): Shown | null {
  const fills = backgroundFillsOf(session.assets)
  const progress = useSyncExternalStore(
    (listener) => fills.onProgress(listener),
    () => fills.progress,
  )
  if (progress === null) return null
  const action = { label: t('Cancel'), run: () => fills.cancel() }
  return { message: t('Filling in the background…'), tone: 'busy', fraction: from + (1 - from) * progress, action }
}

type Running = Pick<Workspace['session']['ui'], 'busy' | 'isDownloading'> & { isLifting: boolean }

/** Returns the Cancel action of the running flow. An export can be cancelled only while it shows progress. */
function actionOf(
  workspace: Workspace,
  { progress, isCancelling }: Pick<Status, 'progress' | 'isCancelling'>,
  { busy, isDownloading, isLifting }: Running,
): Shown['action'] {
  const { downloader, subjectSelector } = workspace
  if (isCancelling) return { label: t('Canceling…') }
  if (busy !== null) return { label: t('Cancel'), run: () => cancelBusy(workspace) }
  if (isLifting && !isDownloading) return { label: t('Cancel'), run: () => subjectSelector.cancelLifting() }
  return isDownloading && progress !== null ? { label: t('Cancel'), run: () => downloader.cancel() } : undefined
}

/**
 * Cancels the flow that marks the editor as busy, and clears its message. For an open photo without a subject, a
 * message says that the analysis was cancelled. The document does not change.
 */
export function cancelBusy({ uploader, backgrounds, stickers, overlays, projects, cancelBusyFlows }: BusyFlows): void {
  backgrounds.cancel()
  cancelBusyFlows()
  stickers.cancel()
  overlays.cancelAdding()
  projects.cancelOpening()
  uploader.cancel() // the uploader shows its own message
}

type BusyFlows = Pick<Workspace, 'uploader' | 'backgrounds' | 'stickers' | 'overlays' | 'cancelBusyFlows'> & {
  projects: Pick<Workspace['projects'], 'cancelOpening'>
}
