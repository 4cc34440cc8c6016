import { putSubject, refineSubject } from '#client/engine/openPhoto.ts'
import { createLatestTask } from '#client/kit/async/scheduling.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { LruMap } from '#client/kit/values/LruMap.ts'
import type { FoundMatte, SegmentationRefiner } from '#client/media/segmenter/segmentation.ts'
import type { SubjectCandidate } from '#client/media/segmenter/segmentationTypes.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { openSubjectTool, SELECT_SUBJECT_PANEL } from '#client/model/session/ui/subject.ts'
import { liftedMatteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { homeOf } from '#client/render/matting/partition/partition.ts'
import { asLifted, liftedLayers } from '#client/render/objects/lifted.ts'

/** The toast for an uncertain subject without candidate masks. The specification doesn't define this text. */
const UNSURE = { title: 'Is the right subject selected?', description: 'You may want a different subject.' } as const

export const SELECT_ANOTHER = 'Select another'

export interface ImproveDeps {
  session: Session
  refiner: Pick<SegmentationRefiner, 'find'>
  /** Called just before the better matte replaces the first matte, so that the view can cross-fade. */
  beforeChange(): void
  /** Offers candidate subjects to the user. Called if the photo's subject is uncertain. */
  offerCandidates(candidates: readonly SubjectCandidate[]): void
}

/**
 * Creates the flow that computes a better matte in the background while the first matte is shown. The better matte
 * replaces the first matte in the document and in all undo steps, without adding a step. It is discarded if the user
 * has meanwhile selected another subject. If the result is uncertain, the flow offers candidate subjects. Without
 * candidates, it offers the Select subject tool.
 */
export function createImprover({ session, refiner, beforeChange, offerCandidates }: ImproveDeps) {
  const latest = createLatestTask()
  const mattes = new LruMap<string, FoundMatte>()

  async function improve(signal: AbortSignal) {
    const { photo, separation } = session.doc
    if (!photo || !separation) return
    const [photoAsset, firstMatte] = [photo.asset, separation.matte]
    const found = await refineSubject({ assets: session.assets, refiner, mattes }, { asset: photoAsset }, signal)
    const { doc } = session
    if (!found || doc.photo?.asset !== photoAsset || doc.separation?.matte !== firstMatte) return
    const { isConfident, candidates, model, ...better } = found
    const refined = putSubject(session.assets, better, model)
    beforeChange()
    session.history.amend(() => {
      doc.separation = refined
      updateHomes(session, better)
    })
    performance.mark('subject: better matte')
    session.collect()
    if (isConfident || session.ui.panel === SELECT_SUBJECT_PANEL) return
    if (candidates.length > 1) offerCandidates(candidates)
    else offerTool(session)
  }

  return {
    /** Starts the computation for the open photo and aborts an earlier computation. Never rejects. */
    begin: () => latest.run(improve).catch((error: unknown) => console.error(error)),
    cancel: latest.cancel,
  }
}

/** Shows a toast that offers the Select subject tool. */
function offerTool({ ui, notices }: Session) {
  const { title, description } = UNSURE
  const run = () => {
    openSubjectTool(ui, SELECT_SUBJECT_PANEL)
  }
  notices.toast({ title: t(title), description: t(description), action: { label: t(SELECT_ANOTHER), run } })
}

/**
 * Updates the home of each lifted object. The home is the layer that the object was cut from. It is the subject if the
 * new matte `subject` contains at least half of the object, otherwise the background. Must be called within an undo
 * step or an amendment of the history.
 */
export function updateHomes(session: Session, subject: Coverage): void {
  const doc = snapshotOf(session)
  for (const object of liftedLayers(doc)) {
    const matte = liftedMatteOf(doc, session.assets, object)
    const proxy = asLifted(session.doc.layers[object.id])
    if (matte && proxy) Object.assign(proxy.lifted, { home: homeOf(matte, subject) })
  }
}
