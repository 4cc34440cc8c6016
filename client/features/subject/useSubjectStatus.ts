import { useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { STATUS } from '#client/editor/flows/messages.ts'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t } from '#client/kit/i18n/translate.ts'
import type { PillStatus } from '#client/kit/ui/feedback/StatusPill.tsx'
import { useDocument, useSession } from '#client/model/session/session.ts'
import { isSubjectMissing, openSubjectTool, SELECT_SUBJECT_PANEL } from '#client/model/session/ui/subject.ts'
import { backgroundFillsOf } from '#client/render/inpainting/backgroundFills.ts'
import { FOUND_SHARE, LIFT_MESSAGES } from './objects/lift.ts'
import { createImproving, isFirstMatte, useSelector } from './subjectFlows.ts'
import { useSubjectState } from './subjectState.ts'

/**
 * The message for a photo without a clear subject. This is not an error. The specification doesn't define this text.
 */
export const NO_SUBJECT = 'This photo has no clear subject. Select one yourself, or add text in front.'

/**
 * Hook that returns the status `said`. During a lift, the status gets a Cancel button. If `said` is null, returns that
 * the background is being filled, that the better matte is being computed, that the photo has no subject, or null. If a
 * download must wait until the running task is done, the status says so, even if `said` has the tone 'done'. If the
 * status has no other button, its Cancel button then cancels the download.
 */
export function useSubjectStatus(said: PillStatus | null): PillStatus | null {
  const selector = useSelector()
  const { ui } = useSession()
  const workspace = useWorkspace()
  const improving = workspace.flow(createImproving)
  const { isLifting, erasing } = useSubjectState()
  const isErasing = erasing.some(({ isFilled }) => !isFilled)
  const { photo, separation, order } = useDocument()
  const { busy, isDownloading, panel, subject } = useSnapshot(ui)
  const isMissing = isSubjectMissing({ photo, separation }, { subject })
  const filling = useFilling(isErasing ? FOUND_SHARE : 0)

  function idle(): PillStatus | null {
    if (filling) return filling
    if (isErasing) return { message: t(LIFT_MESSAGES.erasing), tone: 'busy', fraction: FOUND_SHARE }
    if (subject.isRefining && isFirstMatte({ separation }) && busy === null) {
      const action = isDownloading ? { label: t('Download now'), run: improving.skip } : undefined
      return { message: t('Improving the edges…'), tone: 'busy', fraction: null, action }
    }
    // the message isn't needed once the user has added a layer, and the Select subject panel shows it itself
    if (!isMissing || busy !== null || panel === SELECT_SUBJECT_PANEL || order.length > 1) return null
    const action = { label: t('Select subject'), run: () => openSubjectTool(ui, SELECT_SUBJECT_PANEL) }
    return { message: t(NO_SUBJECT), tone: 'hint', action }
  }

  const isWaiting = isDownloading && subject.isRefining
  const shown = (said?.tone === 'done' && isWaiting && idle()) || (said ?? idle())
  const isOther = shown?.tone === 'busy' && shown.fraction === null
  // once the file is being prepared, the download doesn't wait any more, even if another erasure has begun
  const isAwaited = isDownloading && shown?.message !== t(STATUS.preparing) && (isErasing || isOther)
  if (shown && isAwaited) {
    const action = shown.action ?? { label: t('Cancel'), run: () => workspace.downloader.cancel() }
    return { ...shown, detail: t('Your download continues when this is done.'), action }
  }
  if (!said || said.action || said.tone === 'failed' || !isLifting || isDownloading) return shown
  return { ...said, action: { label: t('Cancel'), run: () => selector.cancelLifting() } }
}

/**
 * Hook that returns the status while the background behind the subject is being filled. `from`: progress when the fill
 * starts.
 */
function useFilling(from: number): PillStatus | null {
  const fills = backgroundFillsOf(useSession().assets)
  const progress = useSyncExternalStore(
    (listener) => fills.onProgress(listener),
    () => fills.progress,
  )
  if (progress === null) return null
  const action = { label: t('Cancel'), run: () => fills.cancel() }
  return { message: t('Filling in the background…'), tone: 'busy', fraction: from + (1 - from) * progress, action }
}
