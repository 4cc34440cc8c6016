import { subscribeKey } from 'valtio/utils'
import { subscribe } from 'valtio/vanilla'
import { type Announcer, networkProgress, showUnexpected } from '#client/editor/flows/flow.ts'
import { isBackground, keepsSubject, takesRest, takesSubject } from '#client/engine/liftPart.ts'
import { stopAll } from '#client/kit/async/listeners.ts'
import { pause } from '#client/kit/async/scheduling.ts'
import type { Point, Size } from '#client/kit/geometry/geometry.ts'
import { type LayerId, newId } from '#client/kit/values/ids.ts'
import { coverageAt, reducedCoverage } from '#client/layers/colors/reducedPixels.ts'
import { maskGridOf } from '#client/media/segmenter/pipeline/networkInputs.ts'
import type { SegmentationRefiner } from '#client/media/segmenter/segmentation.ts'
import type { GridMask, SelectionInput } from '#client/media/segmenter/segmentationTypes.ts'
import type { SubjectSelection } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { partOf } from '#client/render/matting/partition/partition.ts'
import { COVERED } from '#client/render/matting/separation.ts'
import { estimateOfInput } from './estimateMask.ts'
import { FOUND_SHARE, LIFT_MESSAGES } from './lift.ts'

export interface EraserDeps {
  session: Session
  announcer: Announcer
  refiner: Pick<SegmentationRefiner, 'previewInput'>
  /** Resolves when the preview shows the background fill of all erased objects. */
  whenFilled(): Promise<void>
  /**
   * Returns a quick mask that is shown until the network's mask arrives. Null if there is no estimate. By default
   * `estimateOfInput`.
   */
  estimate?: typeof estimateOfInput
}

/** A part that is being erased. */
export interface ErasedPart {
  id: string
  /** The clicked position in photo px. Null if the part was chosen as a candidate mask. */
  at: Point | null
  /** A quick estimate of the mask, or null if there is no estimate. */
  estimate: GridMask | null
  /** The network's mask. Null until it arrives. */
  mask: GridMask | null
  /** If true, the background is filled, and the part's overlay fades out. */
  isFilled: boolean
}

/** Fraction of an erasure's progress bar at which the network's mask is known. */
const MASK_SHARE = 0.6 * FOUND_SHARE

/** Duration of the overlay's fade, ms. */
const FADE_MS = 400

/**
 * Returns a function that erases the selected part of the photo by calling `lift`. `show` receives all parts whose
 * background isn't filled yet. At first, a part has the mask `known`, an estimated mask, or only a position. Then the
 * network's mask replaces the estimate. If lifting fails or is canceled, Undo removes the object, or a new photo is
 * opened, the part is removed immediately. The returned function never rejects. Its method `isSearching` returns true
 * until the network's masks of all parts have arrived. A preview (`previewInput`) would then abort the search.
 */
export function createEraser(deps: EraserDeps, show: (erasing: readonly ErasedPart[]) => void) {
  const { session, refiner, whenFilled, estimate = estimateOfInput } = deps
  const erasing = new Map<string, ErasedPart>()
  let lastSearch: Promise<void> | null = null
  /** Starts a search now, or after the running search, which a newer call of `previewInput` would abort. */
  const searchInOrder = (search: () => Promise<void>) => {
    const own = (lastSearch ? lastSearch.then(search) : search())
      .catch(console.warn) // if the network fails, the lift shows the error
      .finally(() => {
        if (lastSearch === own) lastSearch = null
      })
    lastSearch = own
  }
  /** Returns the subject's mask if the click is on the subject, otherwise an estimate. */
  const guess = (photo: ImageBitmap, choice: SelectionInput): GridMask | null => {
    const matte = matteOf(snapshotOf(session), session.assets)
    const [at, boxEnd] = choice.points
    if (!matte || !at || boxEnd || !coversPoint(matte, photo, at)) return estimate(photo, choice)
    const grid = maskGridOf(photo)
    return { ...grid, coverage: Uint8Array.from(reducedCoverage(matte, grid)) }
  }
  const erase = async (
    photo: ImageBitmap,
    chosen: SubjectSelection,
    known: GridMask | null,
    lift: () => Promise<LayerId | null>,
  ) => {
    const id = newId()
    const [choice] = chosen.choices
    const toErase = (mask: GridMask | null) => mask && partOfMask(mask, chosen, session, true)
    const change = (next: Partial<ErasedPart>) => {
      const part = erasing.get(id)
      if (!part) return
      erasing.set(id, { ...part, ...next })
      show([...erasing.values()])
    }
    erasing.set(id, {
      id,
      at: choice ? middleOfPoints(choice.points) : null,
      estimate: null,
      mask: null,
      isFilled: false,
    })
    const search = new AbortController()
    const remove = () => {
      search.abort()
      if (erasing.delete(id)) show([...erasing.values()])
    }
    const stops = [subscribeKey(session.doc, 'photo', remove)]
    const findMask = async (choice: SelectionInput) => {
      const onProgress = networkProgress(deps.announcer, LIFT_MESSAGES.erasing, MASK_SHARE)
      const options = { signal: search.signal, onProgress }
      const found = await refiner.previewInput(photo, choice, { start: 'nothing', choices: [] }, options)
      if (found.ok && !search.signal.aborted) change({ mask: toErase(found.value) })
    }
    try {
      change({ mask: toErase(known), estimate: toErase(!known && choice ? guess(photo, choice) : null) })
      // requests the mask before the lift, because the lift takes longer
      if (!known && choice) searchInOrder(() => findMask(choice))
      const object = await lift()
      if (object === null) return
      stops.push(subscribe(session.doc, () => object in session.doc.layers || remove()))
      await whenFilled()
      change({ isFilled: true })
      await pause(FADE_MS)
    } catch (error) {
      showUnexpected(session, error)
    } finally {
      stopAll(stops)()
      remove()
    }
  }
  return Object.assign(erase, { isSearching: () => lastSearch !== null })
}

/** Resolves when the background of all erased parts is filled. Returns null if no part is being erased. */
export function whenErased(state: { erasing: readonly ErasedPart[] }): Promise<void> | null {
  const isErasing = () => state.erasing.some(({ isFilled }) => !isFilled)
  if (!isErasing()) return null
  return new Promise((resolve) => {
    const stop = subscribe(state, () => {
      if (isErasing()) return
      stop()
      resolve()
    })
  })
}

/** Returns the position of a click, or the center of a box. */
const middleOfPoints = (points: readonly Point[]): Point => {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) }
}

/** Returns true if a mask covers a point (photo px) of the photo. */
export const coversPoint = (mask: GridMask, photo: Size, { x, y }: Point): boolean =>
  coverageAt(mask, (x * mask.width) / photo.width, (y * mask.height) / photo.height) >= COVERED

/**
 * Returns the part of a downscaled mask that a click lifts or erases, by the rules of `partOf` for the full-size mask.
 * Returns null if there is nothing to lift, or if a click would erase the background itself.
 */
export function partOfMask(
  mask: GridMask,
  chosen: SubjectSelection,
  session: Session,
  erases: boolean,
): GridMask | null {
  const matte = matteOf(snapshotOf(session), session.assets)
  const subject = matte && { ...mask, coverage: Uint8Array.from(reducedCoverage(matte, mask)) }
  const part = partOf({
    found: mask,
    subject,
    keepsSubject: erases && keepsSubject(chosen, matte),
    takesRest: takesRest(chosen, snapshotOf(session)),
    takesSubject: takesSubject(chosen, matte, snapshotOf(session)),
  })
  if (!part) return null
  const { coverage, home } = part
  if (erases && home === 'background' && isBackground({ ...mask, coverage }, chosen)) return null
  return { ...mask, coverage }
}
