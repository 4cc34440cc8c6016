/** Computes the subject's matte from the user's selection, as one undo step. */
import { countPhoto } from '#client/editor/flows/editorAccount.ts'
import { type Announcer, type HeldStep, networkProgress, type TaskMessage } from '#client/editor/flows/flow.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { newLayer } from '#client/layers/registry.ts'
import { PIPELINE_ID, type SegmentationRefiner } from '#client/media/segmenter/segmentation.ts'
import { layerOfKind, type SubjectSelection } from '#client/model/document/document.ts'
import { diff, write } from '#client/model/history/changes.ts'
import { type Session, snapshotOf, untilReleased } from '#client/model/session/session.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { replacingSubject } from './improve.ts'

export interface SelectionDeps {
  session: Session
  announcer: Announcer
  refiner: Pick<SegmentationRefiner, 'segmentSelection'>
  /**
   * Counts an image in the account. Called when an opened photo gets its first subject. Must return without waiting.
   */
  countImage(): void
}

/** A selection whose mask isn't computed yet. */
export interface PendingSelection {
  chosen: SubjectSelection
  step: HeldStep
}

/** Messages to the user. The specification doesn't define them. */
const MESSAGES = {
  selecting: 'Selecting the subject…',
  notSelected: 'Failed to select the subject. Please try again.',
  nobody: 'No people found in this photo.',
} as const

/**
 * Segments the chosen subject and writes its matte to the document, as one undo step. If this fails, shows a toast.
 * Changes nothing if `signal` aborts, another photo is opened in the meantime, or there is no photo.
 */
export async function applySelection(
  deps: SelectionDeps,
  { chosen, step }: PendingSelection,
  signal: AbortSignal,
  message: TaskMessage,
) {
  const { session, announcer, refiner } = deps
  const { doc, assets } = session
  const photo = doc.photo && assets.bitmap(doc.photo.asset)
  if (!photo) return
  message.busy(MESSAGES.selecting, 0)
  const found = await refiner.segmentSelection(photo.bitmap, chosen.start, chosen.choices, {
    signal,
    onProgress: networkProgress(announcer, MESSAGES.selecting),
  })
  await untilReleased(session, signal)
  if (signal.aborted || doc.photo?.asset !== photo.id) return
  if (!found.ok) {
    if (found.error === 'aborted') return
    const isNobody = found.error === 'no-subject' // a photo without people is not an error if the user asked for people
    session.notices.toast(
      isNobody ? { title: t(MESSAGES.nobody) } : { title: t(MESSAGES.notSelected), isDestructive: true },
    )
    return
  }
  const isFirst = !doc.separation
  const { width, height, coverage } = found.value
  const matte = assets.put({ kind: 'matte', width, height, coverage })
  step.add(t('Select subject'), () => {
    const before = snapshotOf(session)
    const withSubject = replacingSubject(session, separationOf(assets, matte, PIPELINE_ID, chosen))
    write(doc, diff(before, withSubject(before)))
    if (!layerOfKind(doc, 'subject')) newLayer(doc, 'subject')
  })
  session.collect()
  if (isFirst) countPhoto(deps)
}
