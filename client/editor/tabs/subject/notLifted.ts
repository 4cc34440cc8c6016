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
