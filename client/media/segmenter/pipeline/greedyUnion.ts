/** Unites SAM's masks greedily until they cover a probability map. */

import type { Size } from '#client/kit/geometry/geometry.ts'
import type { MaskCandidate } from './maskCandidates.ts'
import type { MaskEstimate } from './maskEstimate.ts'
import { areaOf, type Plane, resizePlane, sigmoid, thresholdPlane, zeroPlane } from './plane.ts'

export interface GreedyUnion {
  /** The maximum logit of the selected candidates per pixel. 0 everywhere if there are no candidates. */
  logits: Plane
  /** Soft IoU of the union with the map, 0..1. */
  agreement: number
  /** Indices of the selected candidates in the order of selection. */
  taken: number[]
}

const MIN_GAIN = 0.01
const MAX_PARTS = 6

/** Returns the soft IoU, Σ min / Σ max, of two maps with values 0..1 and equal length. 0 for two empty maps. */
export function softIou(a: Float32Array, b: Float32Array): number {
  let [intersection, union] = [0, 0]
  for (let i = 0; i < a.length; i++) {
    const [left, right] = [a[i] ?? 0, b[i] ?? 0]
    intersection += Math.min(left, right)
    union += Math.max(left, right)
  }
  return union === 0 ? 0 : intersection / union
}

/**
 * Selects candidates for the union. Starts with the candidate of the highest soft IoU · score. Then repeatedly adds the
 * candidate that increases the union's soft IoU with `base` most, until the increase is below 0.01 or 6 candidates are
 * selected. `base`: 0..1, on the mask grid.
 */
export function greedyUnion(base: Plane, candidates: readonly MaskCandidate[]): GreedyUnion {
  const maps = candidates.map(({ logits }) => logits.values.map(sigmoid))
  const scores = maps.map((map, i) => softIou(map, base.values) * (candidates[i]?.score ?? 0))
  const first = scores.indexOf(Math.max(...scores))
  const seed = candidates[first]
  if (!seed) return { logits: zeroPlane(base), agreement: 0, taken: [] }

  const taken = [first]
  const logits = { ...seed.logits, values: seed.logits.values.slice() }
  let unionMap = maps[first] ?? new Float32Array()
  let agreement = softIou(unionMap, base.values)
  while (taken.length < MAX_PARTS) {
    const unions = maps.map((map) => map.map((value, i) => Math.max(value, unionMap[i] ?? 0)))
    const ious = unions.map((map) => softIou(map, base.values))
    const best = ious.indexOf(Math.max(...ious))
    const iou = ious[best] ?? 0
    if (iou < agreement + MIN_GAIN) break
    taken.push(best)
    unionMap = unions[best] ?? unionMap
    agreement = iou
    const candidateLogits = candidates[best]?.logits.values
    for (let i = 0; i < logits.values.length; i++)
      logits.values[i] = Math.max(logits.values[i] ?? 0, candidateLogits?.[i] ?? 0)
  }
  return { logits, agreement, taken }
}

/**
 * Minimum area of people as a fraction of the photo. With a smaller area, the photo counts as a photo without people.
 */
const MIN_AREA_FRACTION = 0.02
/**
 * Minimum soft IoU of the person map and the union of SAM's masks. With a lower IoU, the outline comes from the person
 * map.
 */
const MIN_AGREEMENT = 0.7

/** Returns true if the map shows people. `personMap`: probability of a person, 0..1, stretched to the photo. */
export const containsPerson = (personMap: Plane): boolean =>
  areaOf(thresholdPlane(personMap, 0.5)) > MIN_AREA_FRACTION * personMap.width * personMap.height

/**
 * Returns the estimate for "people only": the person map, with the outline of SAM's masks if their greedy union agrees
 * with the map. `personMap`: as in `containsPerson`. `grid`: size of the mask grid.
 */
export function personEstimate(personMap: Plane, candidates: readonly MaskCandidate[], grid: Size): MaskEstimate {
  const { logits, agreement } = greedyUnion(resizePlane(personMap, grid), candidates)
  return { prior: personMap, logits: agreement >= MIN_AGREEMENT ? logits : null, edits: [] }
}
