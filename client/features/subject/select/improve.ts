import { putSubject, refineSubject } from '#client/engine/openPhoto.ts'
import { createLatestTask } from '#client/kit/async/scheduling.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { LruMap } from '#client/kit/values/LruMap.ts'
import type { FoundMatte, SegmentationRefiner } from '#client/media/segmenter/segmentation.ts'
import type { SubjectCandidate } from '#client/media/segmenter/segmentationTypes.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { openSubjectTool, SELECT_SUBJECT_TAB } from '#client/model/session/ui/subject.ts'
import { liftedMatteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { homeOf } from '#client/render/matting/partition/partition.ts'
import { asLifted, liftedLayers } from '#client/render/objects/lifted.ts'

/** The toast after an uncertain analysis without candidate subjects. The specification doesn't define this text. */
const UNSURE = { title: 'Is the right subject selected?', description: 'You may want a different subject.' } as const

export const SELECT_ANOTHER = 'Select another'

export interface ImproveDeps {
  session: Session
  refiner: Pick<SegmentationRefiner, 'find'>
  /** Called just before the better matte is written, so that the view can cross-fade. */
  beforeChange(): void
  /** Offers the candidate subjects to the user, if the photo's subject is uncertain. */
  offerCandidates(candidates: readonly SubjectCandidate[]): void
}

/**
 * Computes a better matte in the background while the first matte is shown. The better matte replaces the first matte
 * in the document and in all undo steps, without adding a step. If the user has selected another subject meanwhile, the
 * better matte is discarded. If the result is uncertain, the flow offers candidate subjects or, without candidates, the
 * tool that selects the subject.
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
    if (isConfident || session.ui.tab === SELECT_SUBJECT_TAB) return
    if (candidates.length > 1) offerCandidates(candidates)
    else offerTool(session)
  }

  return {
    /** Starts the computation for the open photo and aborts an earlier computation. Never rejects. */
    begin: () => latest.run(improve).catch((error: unknown) => console.error(error)),
    cancel: latest.cancel,
  }
}

/** Shows the toast that offers to select another subject. */
function offerTool({ ui, notices }: Session) {
  const { title, description } = UNSURE
  const run = () => {
    openSubjectTool(ui, SELECT_SUBJECT_TAB)
  }
  notices.toast({ title: t(title), description: t(description), action: { label: t(SELECT_ANOTHER), run } })
}

/**
 * Updates the home of each lifted object: the layer that the object was cut from. The home is the subject if `subject`,
 * the new matte, contains at least half of the object, and otherwise the background. Must be called within a step or an
 * amendment of history.
 */
export function updateHomes(session: Session, subject: Coverage): void {
  const doc = snapshotOf(session)
  for (const object of liftedLayers(doc)) {
    const matte = liftedMatteOf(doc, session.assets, object)
    const proxy = asLifted(session.doc.layers[object.id])
    if (matte && proxy) Object.assign(proxy.lifted, { home: homeOf(matte, subject) })
  }
}
