import { createLatestTask } from '../../kit/base/latestTask.ts'
import { t } from '../../kit/i18n/translate.ts'
import { type MatteCache, matteKey } from '../../media/segmenter/matteCache.ts'
import type { FoundMatte, Reading, SegmentationRefiner } from '../../media/segmenter/segmentationRefiner.ts'
import type { Session } from '../../model/session/session.ts'
import { CHOOSE_TAB, openSubjectTool } from '../../model/session/ui/subject.ts'
import { separationOf } from '../../render/matting/separation.ts'
import { UNSURE } from './messages.ts'
import { updateHomes } from './objectHomes.ts'

/** What the improver works with. */
export interface ImproveDeps {
  session: Session
  refiner: Pick<SegmentationRefiner, 'find'>
  /** Id of the refiner's pipeline; part of the cache key. */
  pipeline: string
  mattes: MatteCache<FoundMatte>
  /** Called just before the better matte is written, so that the view can cross-fade. */
  beforeChange(): void
  /** Shows the readings of a photo whose subject is in doubt. */
  offerReadings(readings: readonly Reading[]): void
}

/**
 * Computes a better matte in the background after the first one is shown. The better matte replaces the first in the
 * document and in all undo steps, without a step of its own; it is dropped if the user has chosen another subject
 * meanwhile. If the result is uncertain, its other readings are offered, or else the tool that chooses the subject.
 */
export interface Improver {
  /** Starts the computation for the open photo and aborts an earlier one. Never rejects. */
  begin(): Promise<void>
  cancel(): void
}

/** Creates the improver. */
export function createImprover({
  session,
  refiner,
  pipeline,
  mattes,
  beforeChange,
  offerReadings,
}: ImproveDeps): Improver {
  const latest = createLatestTask()

  async function improve(signal: AbortSignal) {
    const { photo, separation } = session.doc
    const asset = photo && session.assets.bitmap(photo.asset)
    if (!photo || !separation || !asset) return
    const [photoAsset, firstMatte] = [photo.asset, separation.matte]
    const key = matteKey(pipeline, asset.sha256)
    const known = mattes.get(key)
    const found = known ? ({ ok: true, value: known } as const) : await refiner.find(asset.bitmap, { signal: signal })
    if (signal.aborted || !found.ok) return // the first matte stays; the refiner has logged the reason
    mattes.set(key, found.value)
    const { doc } = session
    if (doc.photo?.asset !== photoAsset || doc.separation?.matte !== firstMatte) return
    const { isConfident, readings, ...better } = found.value
    const matte = session.assets.put({ kind: 'matte', ...better })
    beforeChange()
    session.history.amend(() => {
      doc.separation = separationOf(session.assets, matte, pipeline)
      updateHomes(session, better)
    })
    session.collect()
    if (isConfident || session.ui.tab === CHOOSE_TAB) return
    if (readings.length > 1) offerReadings(readings)
    else offerTool(session)
  }

  return { begin: () => latest.run(improve), cancel: latest.cancel }
}

/** Shows the toast that offers to choose another subject. */
function offerTool({ ui, notices }: Session) {
  const { title, description, action } = UNSURE
  const run = () => {
    openSubjectTool(ui, CHOOSE_TAB)
  }
  notices.toast({ title: t(title), description: t(description), action: { label: t(action), run } })
}
