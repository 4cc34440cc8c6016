/** Filters SAM's masks like SAM's automatic mask generator: by predicted IoU, stability score, area and duplicates. */
import type { Size } from '#client/kit/geometry/geometry.ts'
import { cropToGrid } from './networkInputs.ts'
import type { Plane } from './plane.ts'

/** One output of the decoder. `masks`: [4, 256, 256] logits. `predictedIou`: SAM's estimate per mask, about 0..1. */
export interface DecodedMasks {
  masks: Float32Array
  predictedIou: Float32Array
}

/** A mask of SAM that passed all filters of `selectCandidates`. */
export interface MaskCandidate {
  logits: Plane // logits on the mask grid
  /** Predicted IoU · stability score, 0..1. */
  score: number
}

const MINIMUM = { predictedIou: 0.85, stabilityScore: 0.85 }
const MIN_AREA_PX = 20
/** Maximum fraction of the photo that a mask may cover. A larger mask shows the whole photo instead of an object. */
export const MAX_AREA_FRACTION = 0.95
const DUPLICATE_IOU = 0.9

/** Returns the masks that pass all filters, highest score first. `grid`: size of the mask grid. */
export function selectCandidates(decoded: readonly DecodedMasks[], grid: Size): MaskCandidate[] {
  const accepted: (MaskCandidate & { area: number })[] = []
  for (const { predictedIou, ...logits } of decoded.flatMap((one) => scoredMasks(one, grid))) {
    const stability = stabilityScore(logits)
    if (hasPlausibleArea(logits, 0) && predictedIou >= MINIMUM.predictedIou && stability >= MINIMUM.stabilityScore)
      accepted.push({ logits, score: predictedIou * stability, area: countAbove(logits, 0) })
  }
  accepted.sort((a, b) => b.score - a.score)
  const selected: typeof accepted = []
  for (const one of accepted)
    if (
      selected.every(
        (other) =>
          Math.abs(one.area - other.area) > (1 - DUPLICATE_IOU) * other.area ||
          binaryIou(one.logits, other.logits) < DUPLICATE_IOU,
      )
    )
      selected.push(one)
  return selected
}

/** Returns true if the pixels above `threshold` are neither noise nor the whole photo. */
export function hasPlausibleArea(map: Plane, threshold: number): boolean {
  const area = countAbove(map, threshold)
  return area >= MIN_AREA_PX && area <= MAX_AREA_FRACTION * map.values.length
}

export function countAbove({ values }: Plane, threshold: number): number {
  let count = 0
  for (let i = 0; i < values.length; i++) if ((values[i] ?? 0) > threshold) count++
  return count
}

/** Returns the intersection over union of the pixels above 0. 1 for two empty masks. */
export function binaryIou(a: Plane, b: Plane): number {
  let [intersection, union] = [0, 0]
  for (let i = 0; i < a.values.length; i++) {
    const [inA, inB] = [(a.values[i] ?? 0) > 0, (b.values[i] ?? 0) > 0]
    if (inA && inB) intersection++
    if (inA || inB) union++
  }
  return union === 0 ? 1 : intersection / union
}

/**
 * Returns SAM's stability score of a mask. The score is the IoU of the area with logits above 1 and the area with
 * logits above -1.
 */
export const stabilityScore = (logits: Plane): number => countAbove(logits, 1) / Math.max(1, countAbove(logits, -1))

/** Logits on the mask grid with SAM's predicted IoU, 0..1. */
export type ScoredMask = Plane & { predictedIou: number }

/** Returns the masks of one decoder output on the mask grid, in SAM's order. */
export function scoredMasks({ masks, predictedIou }: DecodedMasks, grid: Size): ScoredMask[] {
  const size = masks.length / predictedIou.length
  return [...predictedIou].map((estimate, i) => ({
    ...cropToGrid(masks.subarray(i * size, (i + 1) * size), grid),
    predictedIou: Math.min(1, estimate),
  }))
}

/**
 * Returns the masks of one decoder output, best first. SAM's first mask is for boxes and several points. The other
 * three masks are for a single point. Omits masks of the whole photo, unless all masks cover the whole photo. `points`:
 * number of points in the prompt.
 */
export function rankMasks(decoded: DecodedMasks, points: number, grid: Size): ScoredMask[] {
  const [first, ...rest] = scoredMasks(decoded, grid)
  const ranked = rest.sort((a, b) => b.predictedIou - a.predictedIou)
  const ranking = points === 1 || !first ? ranked : [first, ...ranked]
  const plausible = ranking.filter((mask) => countAbove(mask, 0) <= MAX_AREA_FRACTION * mask.values.length)
  return plausible.length > 0 ? plausible : ranking
}
