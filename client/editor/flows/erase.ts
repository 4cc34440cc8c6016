import { subscribeKey } from 'valtio/utils'
import type { Point, Size } from '#client/kit/base/geometry.ts'
import { coverageAt, reducedCoverage } from '#client/layers/shared/reducedPixels.ts'
import type { GridMask } from '#client/media/segmenter/segmentation.ts'
import type { SegmentationRefiner } from '#client/media/segmenter/segmentationRefiner.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import type { SubjectSelection } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { COVERED } from '#client/render/matting/separation.ts'
import { estimateOfChoice } from './estimateMask.ts'
import { keepsSubject } from './lift.ts'

export interface EraserDeps {
  session: Session
  refiner: Pick<SegmentationRefiner, 'previewChoice'>
  /** Resolves when the preview shows the filled background of all erased objects. */
  whenFilled(): Promise<void>
  /** Returns a quick mask until the network's mask arrives, or null. By default `estimateOfChoice`. */
  estimate?: typeof estimateOfChoice
}

/**
 * Creates the function that erases the part of the photo that `chosen` selects, by calling `lift`. Until the background
 * is filled, `show` receives small masks of all parts that are being erased. The first mask is `known` or an estimate,
 * and the network's mask replaces it. A new photo or a failure removes the masks immediately.
 */
export function createEraser(deps: EraserDeps, show: (erasing: readonly GridMask[]) => void) {
  const { session, refiner, whenFilled, estimate = estimateOfChoice } = deps
  const erasing = new Map<object, GridMask>()
  return async (photo: ImageBitmap, chosen: SubjectSelection, known: GridMask | null, lift: () => Promise<void>) => {
    const key = {}
    const [choice] = chosen.choices
    const showMask = (mask: GridMask) => {
      erasing.set(key, erasedPart(mask, chosen, session))
      show([...erasing.values()])
    }
    const first = known ?? (choice ? estimate(photo, choice) : null)
    if (first) showMask(first)
    const search = new AbortController()
    // the mask is requested before the lift, because the lift takes longer
    const precise =
      !known && choice
        ? refiner.previewChoice(photo, choice, { start: 'nothing', choices: [] }, { signal: search.signal })
        : null
    void precise?.then((found) => {
      if (found.ok && !search.signal.aborted) showMask(found.value)
    })
    const remove = () => {
      search.abort()
      if (erasing.delete(key)) show([...erasing.values()])
    }
    const stopWatching = subscribeKey(session.doc, 'photo', remove)
    try {
      await lift()
      await whenFilled()
    } finally {
      stopWatching()
      remove()
    }
  }
}

/** Returns true when a mask of a photo covers a point, photo px. */
export const coversPoint = (mask: GridMask, photo: Size, { x, y }: Point): boolean =>
  coverageAt(mask, (x * mask.width) / photo.width, (y * mask.height) / photo.height) >= COVERED

/**
 * Returns the part of a mask that the canvas marks. Excludes the subject unless `chosen` selects the subject, although
 * small pieces of the subject's matte may also be erased (`partOf`).
 */
function erasedPart(mask: GridMask, chosen: SubjectSelection, session: Session): GridMask {
  const subject = matteOf(snapshotOf(session), session.assets)
  return subject && keepsSubject(chosen, subject) ? { ...mask, coverage: withoutSubject(mask, subject) } : { ...mask }
}

function withoutSubject(mask: GridMask, subject: Coverage): GridMask['coverage'] {
  const covered = reducedCoverage(subject, mask)
  return mask.coverage.map((value, at) => Math.min(value, 255 - (covered[at] ?? 0)))
}
