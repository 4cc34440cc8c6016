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

/** A part that is being erased: its small mask, or its position, photo px, until the mask is known. */
export type ErasedPart = GridMask | Point

/**
 * Creates the function that erases the part of the photo that `chosen` selects, by calling `lift`. Until the background
 * is filled, `show` receives all parts that are being erased. A part first has the mask `known`, an estimated mask, or only
 * its position. The network's mask replaces it. A new photo or a failure removes the parts immediately.
 */
export function createEraser(deps: EraserDeps, show: (erasing: readonly ErasedPart[]) => void) {
  const { session, refiner, whenFilled, estimate = estimateOfChoice } = deps
  const erasing = new Map<object, ErasedPart>()
  return async (photo: ImageBitmap, chosen: SubjectSelection, known: GridMask | null, lift: () => Promise<void>) => {
    const key = {}
    const [choice] = chosen.choices
    const showPart = (part: ErasedPart) => {
      erasing.set(key, part)
      show([...erasing.values()])
    }
    const showMask = (mask: GridMask) => showPart(maskToErase(mask, chosen, session))
    const first = known ?? (choice ? estimate(photo, choice) : null)
    if (first) showMask(first)
    else if (choice) showPart(middleOfPoints(choice.points))
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

/** Returns the clicked point, or the middle of a box. */
const middleOfPoints = (points: readonly Point[]): Point => {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) }
}

/** Returns true when a mask of a photo covers a point, photo px. */
export const coversPoint = (mask: GridMask, photo: Size, { x, y }: Point): boolean =>
  coverageAt(mask, (x * mask.width) / photo.width, (y * mask.height) / photo.height) >= COVERED

/**
 * Returns the part of a mask that the canvas marks. Excludes the subject unless `chosen` selects the subject, although
 * small pieces of the subject's matte may also be erased (`partOf`).
 */
function maskToErase(mask: GridMask, chosen: SubjectSelection, session: Session): GridMask {
  const subject = matteOf(snapshotOf(session), session.assets)
  return subject && keepsSubject(chosen, subject) ? { ...mask, coverage: withoutSubject(mask, subject) } : { ...mask }
}

function withoutSubject(mask: GridMask, subject: Coverage): GridMask['coverage'] {
  const covered = reducedCoverage(subject, mask)
  return mask.coverage.map((value, at) => Math.min(value, 255 - (covered[at] ?? 0)))
}
