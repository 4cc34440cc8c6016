import { putSubject, refineSubject } from '#client/engine/openPhoto.ts'
import { createLatestTask, untilAborted } from '#client/kit/async/scheduling.ts'
import { t } from '#client/kit/i18n/translate.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { LruMap } from '#client/kit/values/LruMap.ts'
import { kindOf } from '#client/layers/registry.ts'
import type { FoundMatte, SegmentationRefiner } from '#client/media/segmenter/segmentation.ts'
import type { SubjectCandidate } from '#client/media/segmenter/segmentationTypes.ts'
import type { DocumentSnapshot, LayerBase, Separation } from '#client/model/document/document.ts'
import { mutableCopy } from '#client/model/history/records.ts'
import { type Session, snapshotOf, untilReleased } from '#client/model/session/session.ts'
import { openSubjectTool, SELECT_SUBJECT_PANEL } from '#client/model/session/ui/subject.ts'
import { liftedMatteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { homeOf } from '#client/render/matting/partition/partition.ts'
import { asLifted, type LiftedLayer, liftedLayers } from '#client/render/objects/lifted.ts'
import { keepPivot } from '#client/render/photo/subjectPlacement.ts'

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
 * replaces the first matte in the document and in all undo steps, without adding a step. It doesn't replace a subject
 * that the user has meanwhile selected. If the result is uncertain, the flow offers candidate subjects. Without
 * candidates, it offers the Select subject tool.
 */
export function createImprover({ session, refiner, beforeChange, offerCandidates }: ImproveDeps) {
  const { subject } = session.ui
  const latest = createLatestTask(() => {
    subject.isRefining = false
  })
  const mattes = new LruMap<string, FoundMatte>()

  async function improve(painted: Promise<void> | null, signal: AbortSignal) {
    const { photo, separation } = session.doc
    if (!photo || !separation) return
    const [photoAsset, firstMatte] = [photo.asset, separation.matte]
    // the first paint of the subject compiles shaders, and the search would slow it down
    if (painted) await untilAborted(painted, signal)
    if (signal.aborted || session.doc.separation?.matte !== firstMatte) return
    const found = await refineSubject({ assets: session.assets, refiner, mattes }, { asset: photoAsset }, signal)
    const { doc, history, ui } = session
    await untilReleased(session, signal) // a drag writes positions that were computed with the first matte's box
    if (!found || signal.aborted || doc.photo?.asset !== photoAsset) return
    const { isConfident, candidates, model, ...better } = found
    const isShown = doc.separation?.matte === firstMatte
    const withBetter = replacingSubject(session, putSubject(session.assets, better, model))
    if (isShown) beforeChange()
    // amends also while another selected subject is shown, because undo can restore the first matte
    history.amendEach((state) => (state.separation?.matte === firstMatte ? withBetter(state) : state))
    session.collect()
    if (!isShown) return
    performance.mark('subject: better matte')
    if (isConfident) return
    if (candidates.length > 1) offerCandidates(candidates)
    else if (ui.panel !== SELECT_SUBJECT_PANEL) offerTool(session)
  }

  return {
    /**
     * Aborts an earlier computation and starts one for the open photo, if `painted` is given, as soon as it resolves.
     * Never rejects.
     */
    begin(painted: Promise<void> | null = null) {
      subject.isRefining = true
      return latest.run((signal) => improve(painted, signal)).catch((error: unknown) => console.error(error))
    },
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
 * Returns a function that replaces the subject of documents with the open photo. The subject, its clones and the lifted
 * objects don't move: their positions are adapted to the new box. An object's home becomes the subject if the new matte
 * contains at least half of the object, otherwise the background. Apart from `keepPivot`, the function is pure.
 */
export function replacingSubject(
  session: Session,
  separation: Separation,
): (doc: DocumentSnapshot) => DocumentSnapshot {
  const { assets } = session
  const subject = assets.matte(separation.matte)
  const homes = new Map<LayerId, LiftedLayer['lifted']['home']>()
  const homeIn = (doc: DocumentSnapshot, object: LiftedLayer) => {
    const matte = liftedMatteOf(doc, assets, object)
    const home = matte && subject ? homeOf(matte, subject) : object.lifted.home
    homes.set(object.id, home)
    return home
  }
  // computed first, because the mask edits that the user sees also decide in earlier states
  for (const object of liftedLayers(snapshotOf(session))) homeIn(snapshotOf(session), object)
  return (doc) => {
    if (subject) keepPivot(doc, assets, subject)
    const replaced = (layer: Immutable<LayerBase>): Immutable<LayerBase> => {
      const lifted = asLifted(layer)
      if (lifted) return withHome(lifted, homes.get(lifted.id) ?? homeIn(doc, lifted))
      const { transform } = kindOf(layer.kind)
      if (!transform?.adaptToBox || !doc.separation) return layer
      const adapted = mutableCopy(layer) as LayerBase
      transform.adaptToBox(adapted, separation.box, doc)
      return adapted
    }
    const layers = Object.entries(doc.layers).map(([id, layer]) => [id, replaced(layer)])
    return { ...doc, separation, layers: Object.fromEntries(layers) }
  }
}

const withHome = (object: LiftedLayer, home: LiftedLayer['lifted']['home']): LiftedLayer =>
  object.lifted.home === home ? object : { ...object, lifted: { ...object.lifted, home } }
