/** Test-time augmentation of U2-NetP. Each map is weighted by its agreement with SAM's masks. */

import { greedyUnion } from './greedyUnion.ts'
import type { MaskCandidate } from './maskCandidates.ts'
import type { Plane } from './plane.ts'

/** A variant of the photo as input of U2-NetP. */
export interface Augmentation {
  /** Side of the square input, px. */
  side: 256 | 320
  isFlipped: boolean
  /** Width of the replicated border as a fraction of the longer side, for subjects that the photo's edge cuts off. */
  padding: number
  /** If true, SAM's prompts are derived from the mean of all maps with this flag. */
  isPromptSource: boolean
}

/** The four runs of U2-NetP on a photo. */
export const AUGMENTATIONS: readonly Augmentation[] = [
  { side: 320, isFlipped: false, padding: 0, isPromptSource: true },
  { side: 256, isFlipped: false, padding: 0, isPromptSource: false },
  { side: 320, isFlipped: true, padding: 0, isPromptSource: true },
  { side: 320, isFlipped: false, padding: 0.15, isPromptSource: false },
]

/** Exponent of the weights. A higher exponent gives more weight to maps that agree with SAM's masks. */
const WEIGHT_EXPONENT = 2

interface WeightingOptions {
  candidates: readonly MaskCandidate[]
  /**
   * If true, the last map comes from a person network. This map has weight 0 unless it agrees best with the candidate
   * masks.
   */
  hasPersonPrior: boolean
}

/**
 * Returns the weight of each map: the squared soft IoU of the map with the greedy union of SAM's candidates, scaled to
 * a sum of 1. A map with foreground along all four sides has weight 0, unless all maps have such foreground. With
 * `hasPersonPrior`, the last map has weight 0 unless it agrees best. `maps`: 0..1, on the mask grid.
 */
export function augmentationWeights(
  maps: readonly Plane[],
  { candidates, hasPersonPrior }: WeightingOptions,
): number[] {
  const coverBorder = maps.map(coversBorder)
  const allCoverBorder = coverBorder.every(Boolean)
  const agreements = maps.map((map) => greedyUnion(map, candidates).agreement)
  const isPersonPriorExcluded = hasPersonPrior && (agreements.at(-1) ?? 0) <= Math.max(0, ...agreements.slice(0, -1))
  const raw = agreements.map((agreement, i) => {
    const isExcluded = (coverBorder[i] && !allCoverBorder) || (isPersonPriorExcluded && i === maps.length - 1)
    return isExcluded ? 0 : agreement ** WEIGHT_EXPONENT + 1e-9
  })
  const total = raw.reduce((sum, weight) => sum + weight, 0)
  return raw.map((weight) => weight / total)
}

const BORDER_PX = 4
const MIN_BORDER_MEAN = 0.2

/** Returns true if the mean probability along each of the four sides reaches the threshold. */
function coversBorder({ width, height, values }: Plane): boolean {
  const meanOf = (left: number, top: number, right: number, bottom: number) => {
    let sum = 0
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += values[y * width + x] ?? 0
    return sum / Math.max(1, (right - left) * (bottom - top))
  }
  const [borderWidth, borderHeight] = [Math.min(BORDER_PX, width), Math.min(BORDER_PX, height)]
  return [
    meanOf(0, 0, width, borderHeight),
    meanOf(0, height - borderHeight, width, height),
    meanOf(0, 0, borderWidth, height),
    meanOf(width - borderWidth, 0, width, height),
  ].every((mean) => mean >= MIN_BORDER_MEAN)
}
