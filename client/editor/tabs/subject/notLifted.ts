import { reducedCoverage } from '#client/layers/shared/reducedPixels.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import { COVERED } from '#client/render/matting/separation.ts'
import type { NumberedMask } from '../../flows/selectSubject.ts'

/** A mask is no longer suggested if at least this share of it is inside lifted objects. */
const LIFTED_SHARE = 0.75

/**
 * Returns the masks that may still be lifted. A whole object whose smaller part was lifted remains. `lifted`: mattes of
 * the lifted objects, including erased ones.
 */
export function notLifted(masks: readonly NumberedMask[], lifted: readonly Coverage[]): readonly NumberedMask[] {
  const [first] = masks
  if (!first) return masks
  const objects = lifted.map((matte) => reducedCoverage(matte, first.mask)) // all masks of a photo have the same size
  const isLifted = (at: number) => objects.some((object) => (object[at] ?? 0) >= COVERED)
  return masks.filter(({ mask: { coverage } }) => {
    const inside = [...coverage.keys()].filter((at) => (coverage[at] ?? 0) >= COVERED)
    return inside.filter(isLifted).length < LIFTED_SHARE * inside.length
  })
}

/** Limits of the masks that are suggested as whole objects; shares are fractions of the mask's or the photo's area. */
const WHOLE = { score: 0.8, maxArea: 0.4, inside: 0.85, edges: 2 }
const SAMPLES = { width: 64, height: 64 }

/**
 * Returns the masks that show whole objects: certain ones that are neither background nor inside a larger object.
 * `subject`: a matte whose parts are not objects either, or null.
 */
export function wholeObjects(masks: readonly NumberedMask[], subject: Coverage | null): readonly NumberedMask[] {
  const pixelsOf = (mask: Coverage) =>
    new Set(reducedCoverage(mask, SAMPLES).flatMap((value, at) => (value >= COVERED ? [at] : [])))
  const taken: Set<number>[] = subject ? [pixelsOf(subject)] : []
  const kept = masks
    .map((one) => ({ one, pixels: pixelsOf(one.mask) }))
    .filter(({ one, pixels }) => one.mask.score >= WHOLE.score && isObject(pixels))
    .toSorted((a, b) => b.pixels.size - a.pixels.size)
    .filter(({ pixels }) => {
      const isInside = (larger: Set<number>) =>
        [...pixels].filter((at) => larger.has(at)).length >= WHOLE.inside * pixels.size
      if (taken.some(isInside)) return false
      return taken.push(pixels)
    })
    .map(({ one }) => one)
  return masks.filter((one) => kept.includes(one))
}

function isObject(pixels: ReadonlySet<number>): boolean {
  const { width, height } = SAMPLES
  const all = [...pixels]
  const touches = [
    (at: number) => at % width === 0,
    (at: number) => at % width === width - 1,
    (at: number) => at < width,
    (at: number) => at >= width * (height - 1),
  ].filter((isAtEdge) => all.some(isAtEdge))
  return all.length > 0 && all.length <= WHOLE.maxArea * width * height && touches.length <= WHOLE.edges
}
