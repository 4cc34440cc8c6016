import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { type PillStatus, StatusPill } from '#client/kit/ui/feedback/StatusPill.tsx'
import { useOnline, useRequired } from '#client/kit/ui/hooks.ts'
import { useDocument } from '#client/model/session/session.ts'
import { isAnalyzed, SELECT_SUBJECT_PANEL } from '#client/model/session/ui/subject.ts'
import type { Status, Ui } from '#client/model/session/ui/ui.ts'
import { useMessagePlaces } from '../canvas/messagePlaces.ts'
import { cancelBusy } from '../flows/flow.ts'
import { NOT_ANALYZED } from '../flows/messages.ts'
import { FeaturesContext } from '../host/Slot.tsx'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import type { Workspace } from '../workspace/workspace.ts'
import styles from './FlowStatus.module.css'

/**
 * The status message over the canvas: the message of a flow, else a failed analysis with a retry button, else a hint
 * that the device is offline. Features can replace the flow's message or show their own (`useStatus`).
 */
export function FlowStatus() {
  const workspace = useWorkspace()
  const { session, uploader } = workspace
  const { useStatus } = useRequired(FeaturesContext)
  const { photo, separation } = useDocument()
  const { status, busy, isDownloading, panel, subject } = useSnapshot(session.ui)
  const isUnanalyzed = photo !== null && !isAnalyzed({ photo, separation }, { subject })
  // the Select subject panel shows this state itself
  const isFailed = isUnanalyzed && busy === null && panel !== SELECT_SUBJECT_PANEL
  const retry = isFailed ? { label: t('Try again'), run: () => void uploader.retry() } : undefined
  const said: PillStatus | null = status && {
    message: t(status.text),
    tone: status.tone,
    fraction: status.progress,
    detail: status.detail,
    action: status.tone === 'failed' ? retry : actionOf(workspace, status, { busy, isDownloading }),
  }
  const failed: PillStatus | null = retry ? { message: t(NOT_ANALYZED), tone: 'failed', action: retry } : null
  const isEditable = separation !== null && busy === null && !isDownloading
  const offline: PillStatus | null =
    useOnline() || !isEditable ? null : { message: t('Offline – editing still works'), tone: 'hint' }
  const shown = useStatus(said) ?? failed ?? offline
  const places = useMessagePlaces()
  return (
    <div className={styles.place} data-note={places.note} data-toasts={places.toasts}>
      {status?.preview && <img className={styles.preview} src={status.preview} alt="" />}
      <StatusPill status={shown} />
    </div>
  )
}

/** Returns the Cancel action of the running flow. The user can cancel an export only while it shows progress. */
function actionOf(
  workspace: Workspace,
  { progress, isCanceling }: Pick<Status, 'progress' | 'isCanceling'>,
  { busy, isDownloading }: Pick<Ui, 'busy' | 'isDownloading'>,
): PillStatus['action'] {
  if (isCanceling) return { label: t('Canceling…') }
  if (busy !== null) return { label: t('Cancel'), run: () => cancelBusy(workspace.session) }
  const isShown = isDownloading && progress !== null
  return isShown ? { label: t('Cancel'), run: () => workspace.downloader.cancel() } : undefined
}
