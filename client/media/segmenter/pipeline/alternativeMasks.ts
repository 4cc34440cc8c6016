/** Decides whether the automatic mask is uncertain, and chooses alternative masks. Comparison: docs/decisions/0077. */
import type { Size } from '#client/kit/geometry/geometry.ts'
import { softIou } from './greedyUnion.ts'
import { countAbove, hasPlausibleArea, type MaskCandidate } from './maskCandidates.ts'
import { type MaskEstimate, probabilityMap } from './maskEstimate.ts'
import { type Plane, resizePlane, thresholdPlane } from './plane.ts'

/**
 * Maximum uncertainty (`uncertaintyOf`) of a mask that is accepted without doubt. Above this value, the mask is
 * probably not the subject that the user wants.
 */
const MAX_UNCERTAINTY = 0.08

/** Returns true if a mask is probably not the subject that the user wants. `found`: foreground probability, 0..1. */
export const isInDoubt = (found: Plane): boolean => uncertaintyOf(found) > MAX_UNCERTAINTY

/**
 * Returns the sum of 1 − |2p − 1| over all pixels, divided by the subject's area. The probability p is near 0.5 where
 * the networks disagree.
 */
function uncertaintyOf(map: Plane): number {
  const sum = map.values.reduce((sum, value) => sum + 1 - Math.abs(2 * value - 1), 0)
  return sum / Math.max(1, countAbove(map, 0.5))
}

/** Maximum IoU of two masks that are offered. More similar masks look equal in a thumbnail. */
const MAX_IOU = 0.9
const MAX_ALTERNATIVES = 2

/**
 * Maximum number of SAM's masks that alternatives are made from. Each mask makes two alternatives: the automatic mask
 * with this mask added, and with this mask removed.
 */
const MAX_EDITS = 12

/** A mask that may be the subject. `map`: the mask's foreground probability on the mask grid, 0..1. */
export interface MappedEstimate {
  estimate: MaskEstimate
  map: Plane
}

/**
 * Returns the start of a selection for the alternative mask with this rank (0 = most likely): -1, -2. Candidate masks
 * have the numbers from 0 on. Alternative masks have negative numbers, because another device that opens the project
 * may find more candidate masks.
 */
export const startOfAlternative = (rank: number): number => -1 - rank

/** Returns the alternative mask for the start of a selection, or null for other starts. */
export const alternativeAtStart = (alternatives: readonly MappedEstimate[], start: number): MappedEstimate | null =>
  alternatives[-1 - start] ?? null

interface AlternativeSources {
  found: MappedEstimate
  /** Saliency maps, one per network pass: probabilities 0..1. Each map covers the whole photo in 320 × 320 px. */
  networkMaps: readonly Plane[]
  candidates: readonly MaskCandidate[]
}

/**
 * Returns at most two alternatives to the automatic mask. An alternative is the mask of one network, or the automatic
 * mask with one of SAM's masks added or removed. The alternatives are sorted by their highest soft IoU with the map of
 * a network.
 */
export function alternativeMasks({ found, networkMaps, candidates }: AlternativeSources): MappedEstimate[] {
  const views = networkMaps.map((map) => resizePlane(map, found.map))
  const alternatives = networkMaps.map((prior) => mappedEstimate({ prior, logits: null, edits: [] }, found.map))
  for (const { logits } of candidates.slice(0, MAX_EDITS))
    for (const adds of [true, false]) {
      const { estimate } = found
      alternatives.push(mappedEstimate({ ...estimate, edits: [...estimate.edits, { adds, logits }] }, found.map))
    }
  const ranked = alternatives
    .map((alternative) => ({ alternative, mask: maskOf(alternative.map) }))
    .filter(({ mask }) => hasPlausibleArea(mask, 0.5))
    .map((one) => ({ ...one, score: Math.max(...views.map(({ values }) => softIou(one.mask.values, values))) }))
    .sort((a, b) => b.score - a.score)
  const offered = [maskOf(found.map)]
  const chosen: MappedEstimate[] = []
  for (const { alternative, mask } of ranked) {
    if (chosen.length === MAX_ALTERNATIVES) break
    if (offered.some(({ values }) => softIou(mask.values, values) >= MAX_IOU)) continue
    offered.push(mask)
    chosen.push(alternative)
  }
  return chosen
}

const mappedEstimate = (estimate: MaskEstimate, grid: Size): MappedEstimate => ({
  estimate,
  map: probabilityMap(estimate, grid),
})

const maskOf = (map: Plane): Plane => ({ ...map, values: Float32Array.from(thresholdPlane(map, 0.5).inside) })
