/**
 * After the first matte a better one is looked for in peace. It takes the first one's place under all that the user has
 * done meanwhile: no step of the history, nothing to undo, and nothing at all once the user has chosen for himself. Where
 * it may not be what is meant, the choosing tool is offered.
 */

import { t } from '../../kit/i18n/translate.ts'
import { type MatteCache, matteKey } from '../../media/segmenter/matteCache.ts'
import type { FoundMatte, SegmentationRefiner } from '../../media/segmenter/segmentationRefiner.ts'
import type { Session } from '../../model/session/session.ts'
import { CHOOSE_TAB } from '../../model/session/ui/subject.ts'
import { separationOf } from '../../render/matting/separation.ts'
import { UNSURE } from './messages.ts'

export interface ImproveDeps {
  session: Session
  refiner: Pick<SegmentationRefiner, 'find'>
  /** Names the refiner's pipeline: what it found is kept under it. */
  pipeline: string
  mattes: MatteCache<FoundMatte>
  /** Called just before the better matte takes its place, to soften the change. */
  beforeChange(): void
}

export interface Improver {
  /** Look for a better matte of the photo that was just separated; any earlier search ends. Never rejects. */
  begin(): Promise<void>
  cancel(): void
}

export function createImprover({ session, refiner, pipeline, mattes, beforeChange }: ImproveDeps): Improver {
  let current: AbortController | null = null
  return {
    async begin() {
      current?.abort()
      const { photo, separation } = session.doc
      const asset = photo && session.assets.bitmap(photo.asset)
      if (!photo || !separation || !asset) return
      const [photoAsset, firstMatte] = [photo.asset, separation.matte]
      const mine = new AbortController()
      current = mine
      const key = matteKey(pipeline, asset.sha256)
      const known = mattes.get(key)
      const found = known
        ? ({ ok: true, value: known } as const)
        : await refiner.find(asset.bitmap, { signal: mine.signal })
      if (mine.signal.aborted || !found.ok) return // the first matte is good enough; the refiner has logged why
      mattes.set(key, found.value)
      const { doc } = session
      if (doc.photo?.asset !== photoAsset || doc.separation?.matte !== firstMatte) return
      const { isConfident: isSure, ...better } = found.value
      const matte = session.assets.put({ kind: 'matte', ...better })
      beforeChange()
      session.history.amend(() => {
        doc.separation = separationOf(session.assets, matte, pipeline)
      })
      session.collect()
      if (!isSure) offerChoice(session)
    },
    cancel: () => current?.abort(),
  }
}

/** Quietly: what was found may be right, and stands either way. */
function offerChoice({ ui, notices }: Session) {
  if (ui.tab === CHOOSE_TAB) return
  const { title, description, action } = UNSURE
  const run = () => {
    ui.tab = CHOOSE_TAB
  }
  notices.toast({ title: t(title), description: t(description), action: { label: t(action), run } })
}
