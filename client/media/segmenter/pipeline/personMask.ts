/** The mask of all people, from the person network and SAM's masks. */
import type { Size } from '../../../kit/base/geometry.ts'
import { greedyUnion } from './greedyUnion.ts'
import type { MaskCandidate } from './maskCandidates.ts'
import type { MaskEstimate } from './maskEstimate.ts'
import { type Plane, resizePlane, thresholdPlane } from './plane.ts'

/** Minimum area of people, as a fraction of the photo. With a smaller area the photo counts as one without people. */
const MIN_AREA_FRACTION = 0.02
/** Minimum soft IoU with the person map at which the union of SAM's masks is used for the outline. */
const MIN_AGREEMENT = 0.7

/** Returns true when the map shows people. `personMap`: probability of a person, 0..1, stretched to the photo. */
export const containsPerson = (personMap: Plane): boolean =>
  thresholdPlane(personMap, 0.5).inside.reduce((sum, own) => sum + own, 0) >
  MIN_AREA_FRACTION * personMap.width * personMap.height

/**
 * Returns the estimate for "people only": the person map, with the outline of SAM's masks if their greedy union agrees
 * with the map. `personMap`: as in `containsPerson`. `grid`: the mask grid's size.
 */
export function personEstimate(personMap: Plane, candidates: readonly MaskCandidate[], grid: Size): MaskEstimate {
  const { logits, agreement } = greedyUnion(resizePlane(personMap, grid), candidates)
  return { prior: personMap, logits: agreement >= MIN_AGREEMENT ? logits : null, edits: [] }
}
