/** Removes blotches from the mask estimate: half-transparent areas that no network is sure of. */
import { labelComponents } from '#client/kit/pixels/labelComponents.ts'
import { dilateDiamond, distanceInside } from '#client/kit/pixels/morphology.ts'
import { type LogitEdit, type MaskEstimate, OUTSIDE_LOGIT, probabilityMap } from './maskEstimate.ts'
import { logit, type Plane } from './plane.ts'

/** Saliency below which a pixel is certainly background. Such a pixel is clear in the quick matte. */
const MAX_BACKGROUND = 0.12
/** Probability above which a pixel may belong to a blotch. Below it, the matting step clears the pixel. */
const MIN_BLOTCH = 0.05
/**
 * A component with a pixel of at least this probability, or at least this logit of SAM's masks, is a part of the
 * subject.
 */
const CORE = { probability: 0.5, logit: 1 }
/** Minimum distance of a blotch's pixels from the saliency's foreground, grid px. Nearer pixels may be hair or fur. */
const MARGIN = 4
/** Minimum distance of a blotch's innermost pixel from the saliency's foreground, grid px. */
const MIN_DEPTH = 8
/** Minimum distance of a blotch's innermost pixel from the blotch's edge, grid px. Thinner areas may be thin parts. */
const MIN_THICKNESS = 4
/** The edit extends this far beyond a blotch, to its soft rim, grid px. */
const EDIT_DILATION = 6

/**
 * Returns an edit that removes blotches, or an empty list. A blotch is a connected area of low probabilities, deep in
 * an area that is certainly background in all `saliencyMaps`, without a core of higher probability. In the blotch and
 * its rim, the edit limits the probability to the maximum of the maps. `saliencyMaps`: 0..1, on the mask grid.
 * @throws if the list of maps is empty
 */
export function removeBlotches(estimate: MaskEstimate, saliencyMaps: readonly Plane[]): LogitEdit[] {
  const saliency = maximumOf(saliencyMaps)
  const { values: map } = probabilityMap(estimate, saliency)
  const background = maskWhere(saliency, (value) => value < MAX_BACKGROUND)
  const depth = distanceInside(background, saliency)
  const inside = maskWhere(saliency, (_, i) => (map[i] ?? 0) > MIN_BLOTCH && (depth[i] ?? 0) > MARGIN)
  const { labels, areas } = labelComponents({ ...saliency, inside })
  const thickness = distanceInside(inside, saliency)
  const isLarge = areas.map(() => false)
  const hasCore = areas.map(() => false)
  for (const [i, label] of labels.entries()) {
    if (label === 0) continue
    if ((depth[i] ?? 0) >= MIN_DEPTH && (thickness[i] ?? 0) >= MIN_THICKNESS) isLarge[label - 1] = true
    const samLogit = estimate.logits?.values[i] ?? OUTSIDE_LOGIT
    if ((map[i] ?? 0) >= CORE.probability || samLogit >= CORE.logit) hasCore[label - 1] = true
  }
  const blotches = Uint8Array.from(labels, (label) => Number(label > 0 && isLarge[label - 1] && !hasCore[label - 1]))
  if (!blotches.includes(1)) return []
  const edited = dilateDiamond(blotches, saliency, EDIT_DILATION)
  const values = saliency.values.map((value, i) => (edited[i] ? -logit(value) : OUTSIDE_LOGIT))
  return [{ adds: false, logits: { ...saliency, values } }]
}

/** Returns the highest value per pixel of maps of equal size. */
function maximumOf([first, ...others]: readonly Plane[]): Plane {
  if (!first) throw new Error('a maximum needs at least one map')
  const values = first.values.slice()
  for (const other of others)
    for (let i = 0; i < values.length; i++) values[i] = Math.max(values[i] ?? 0, other.values[i] ?? 0)
  return { ...first, values }
}

const maskWhere = ({ values }: Plane, test: (value: number, i: number) => boolean) =>
  Uint8Array.from(values, (value, i) => Number(test(value, i)))
