/** Derives SAM's prompts from a saliency map. */

import { nonZeroBounds } from '#client/kit/bytes/bytes.ts'
import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import { dilateDiamond } from '#client/kit/pixels/morphology.ts'
import type { PromptPoint } from '../segmentationTypes.ts'
import { largestComponents, unionOfMasks } from './components.ts'
import { distanceMaxima } from './distanceTransform.ts'
import { MASK_STRIDE, padFromGrid } from './networkInputs.ts'
import { areaOf, type BinaryMask, logit, type Plane, thresholdPlane } from './plane.ts'

/** A prompt for SAM's mask decoder, which specifies one object. */
export interface Prompt {
  /** Clicked points and the corners of a box, px of SAM's input (1024 × 1024, padded). */
  points: readonly PromptPoint[]
  /**
   * A rough mask of the object over the padded input: 256 × 256 logits, row-major. Null for a prompt without a mask.
   */
  mask: Float32Array | null
}

const CERTAIN = 0.8
const POSSIBLE = 0.1
const POINT_PROMPTS = 12

/**
 * Returns SAM's prompts. Each large component of the saliency map, and the union of these components, gets four
 * prompts: a box, a box with points, and these two prompts with a mask. Further prompts have one point each, spread
 * over all possible foreground. `saliency`: 0..1, on the mask grid.
 */
export function samPrompts(saliency: Plane): Prompt[] {
  const components = largestComponents(thresholdPlane(saliency, 0.5), 0.1, 4)
  const union = components.length > 1 ? [unionOfMasks(components)] : []
  const possible = thresholdPlane(saliency, POSSIBLE)
  const near = { ...possible, inside: dilateDiamond(possible.inside, possible, 2) }
  const points = latticePoints(near, POINT_PROMPTS)
  return [
    ...[...components, ...union].flatMap((part) => componentPrompts(part, saliency)),
    ...points.map((at) => ({ points: [clickAt(at)], mask: null })),
  ]
}

function componentPrompts(part: BinaryMask, saliency: Plane): Prompt[] {
  const bounds = nonZeroBounds(part.inside, part)
  if (!bounds) return []
  const box = boxPoints(bounds)
  const certain = { ...part, inside: part.inside.map((own, i) => Number(own && (saliency.values[i] ?? 0) > CERTAIN)) }
  const maxima = distanceMaxima(certain, 3)
  const interior = maxima.length > 0 ? maxima : distanceMaxima(part, 3)
  const points = interior.map(({ x, y }) => clickAt({ x: x + 0.5, y: y + 0.5 }))
  return [
    { points: box, mask: null },
    { points: [...box, ...points], mask: null },
    { points: [...box, ...points], mask: maskPrompt(part, saliency) },
  ]
}

/** Returns the saliency as logits. Limits the values far from the component to `POSSIBLE`. */
function maskPrompt(part: BinaryMask, saliency: Plane): Float32Array {
  const neighborhood = dilateDiamond(part.inside, part, 3)
  const values = saliency.values.map((value, i) => logit(neighborhood[i] ? value : Math.min(value, POSSIBLE)))
  return padFromGrid({ ...saliency, values }, logit(0))
}

/** Returns about `count` lattice points inside the mask, about 3 px apart or more. Small or thin masks get fewer. */
export function latticePoints(region: BinaryMask, count: number): Point[] {
  const { width, height, inside } = region
  const area = areaOf(region)
  if (area === 0) return []
  let spacing = Math.max(3, Math.sqrt(area / count))
  let points: Point[] = []
  for (let tries = 0; tries < 12; tries++) {
    points = []
    for (let row = 0, y = spacing / 2; y < height; row++, y += spacing)
      for (let x = row % 2 ? spacing : spacing / 2; x < width; x += spacing)
        if (inside[Math.min(height - 1, Math.floor(y)) * width + Math.floor(x)]) points.push({ x, y })
    if (points.length > count * 1.15) spacing *= 1.05
    else if (points.length < count * 0.85 && spacing > 3) spacing *= 0.94
    else break
  }
  return points.slice(0, count + 6)
}

/** Returns a positive click of a prompt. `x`, `y`: grid px. */
export const clickAt = ({ x, y }: Point): PromptPoint => ({ x: MASK_STRIDE * x, y: MASK_STRIDE * y, kind: 'in' })

/** Returns the two points of a prompt that specify a box (grid px). */
export const boxPoints = ({ x, y, width, height }: Rect): PromptPoint[] => [
  { ...clickAt({ x, y }), kind: 'box-start' },
  { ...clickAt({ x: x + width, y: y + height }), kind: 'box-end' },
]
