import { reducedCoverage } from '#client/layers/shared/reducedPixels.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import { COVERED } from '#client/render/matting/separation.ts'
import { coveredSamples, isObject, OBJECT_AREA, SAMPLES } from '../../flows/lift.ts'
import type { NumberedMask } from '../../flows/subjectSelectorState.ts'

/** A mask is no longer suggested if at least this share of it is inside lifted objects. */
const LIFTED_SHARE = 0.75

/** A mask of which a smaller share is inside lifted objects is suggested unchanged. */
const TOUCHED_SHARE = 0.1

/**
 * Returns the masks that may still be lifted. A whole object whose smaller part was lifted remains; while the user
 * erases, only what is left of it. `lifted`: mattes of the lifted objects, including erased ones.
 */
export function notLifted(
  masks: readonly NumberedMask[],
  lifted: readonly Coverage[],
  erases = false,
): readonly NumberedMask[] {
  const [first] = masks
  if (!first) return masks
  const objects = lifted.map((matte) => reducedCoverage(matte, first.mask)) // all masks of a photo have the same size
  const isLifted = (at: number) => objects.some((object) => (object[at] ?? 0) >= COVERED)
  return masks.flatMap((one): NumberedMask[] => {
    const { coverage } = one.mask
    const inside = [...coverage.keys()].filter((at) => (coverage[at] ?? 0) >= COVERED)
    const share = inside.filter(isLifted).length / Math.max(1, inside.length)
    if (share >= LIFTED_SHARE) return []
    if (!erases || share < TOUCHED_SHARE) return [one]
    return [{ ...one, mask: { ...one.mask, coverage: coverage.map((value, at) => (isLifted(at) ? 0 : value)) } }]
  })
}

/** Minimum score of a suggested mask, and the share of a mask inside another mask that makes it a part. */
const WHOLE = { score: 0.8, inside: 0.85 }

/**
 * Returns the masks that show whole objects: certain ones that are neither background nor inside a larger object.
 * `subject`: a matte whose parts are not objects either, or null.
 */
export function wholeObjects(masks: readonly NumberedMask[], subject: Coverage | null): readonly NumberedMask[] {
  const covered = subject && coveredSamples(subject)
  const taken = covered ? [covered] : []
  const kept = masks
    .map((one) => ({ one, pixels: coveredSamples(one.mask) }))
    .filter(({ one, pixels }) => one.mask.score >= WHOLE.score && isObject(pixels))
    .filter(({ pixels }) => !covered || !surrounds(pixels, covered))
    .toSorted((a, b) => b.pixels.size - a.pixels.size)
    .filter(({ pixels }) => {
      const isInside = (larger: ReadonlySet<number>) =>
        [...pixels].filter((at) => larger.has(at)).length >= WHOLE.inside * pixels.size
      if (taken.some(isInside)) return false
      return taken.push(pixels)
    })
    .map(({ one }) => one)
  return masks.filter((one) => kept.includes(one))
}

/** Returns true for a backdrop: its bounding box is larger than an object and shows more of the subject than of it. */
function surrounds(pixels: ReadonlySet<number>, subject: ReadonlySet<number>): boolean {
  const { width, height } = SAMPLES
  const columns = [...pixels].map((at) => at % width)
  const rows = [...pixels].map((at) => Math.floor(at / width))
  const [left, right, top, bottom] = [Math.min(...columns), Math.max(...columns), Math.min(...rows), Math.max(...rows)]
  const isInBox = (at: number) =>
    at % width >= left && at % width <= right && at >= top * width && at < (bottom + 1) * width
  const isLarge = (right - left + 1) * (bottom - top + 1) > OBJECT_AREA * width * height
  return isLarge && [...subject].filter(isInBox).length > pixels.size
}
