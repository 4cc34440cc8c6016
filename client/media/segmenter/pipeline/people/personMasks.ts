/** SAM's masks of people and of parts of people, and how two of them lie to each other. */
import type { Point, Size } from '../../../../kit/base/geometry.ts'
import { boundingBox, componentAt, dilate, largestComponents } from '../components.ts'
import { countAbove, type DecodedMasks, MAX_AREA_FRACTION } from '../maskCandidates.ts'
import { cropToGrid } from '../networkInputs.ts'
import { type BinaryMask, type Plane, thresholdPlane } from '../plane.ts'

/** The bounding box of a mask, grid px; `left` and `top` inclusive, `right` and `bottom` exclusive. */
export interface MaskBox {
  left: number
  top: number
  right: number
  bottom: number
}

/** One connected mask on the mask grid. */
export interface PersonMask {
  /** SAM's logits; they count where `inside` is set. */
  logits: Plane
  inside: Uint8Array
  /** Number of grid px inside. */
  area: number
  box: MaskBox
}

/** A mask that SAM drew for a click or a box. */
export interface PersonCandidate extends PersonMask {
  /** Predicted IoU · stability score, 0..1. */
  quality: number
  /** The number of the click for which it was drawn; null = for a box. */
  click: number | null
}

/** What SAM was asked: the click, or null for a box. */
export interface PersonPrompt {
  click: { number: number; at: Point } | null
}

const MINIMUM = { predictedIou: 0.7, stabilityScore: 0.8, area: 0.006, people: 0.75, mean: 0.4, finest: 0.9 }
/** What the person network sees, on the mask grid. */
export interface PersonMaps extends BinaryMask {
  /** Its mean probability over the whole photo and the windows of each size, 0..1. */
  mean: Float32Array
  /** The probability in the smallest windows, 0..1. */
  finest: Float32Array
}

/** Distance up to which two masks touch, grid px, and the number of px that must. */
const TOUCHING = { distance: 2, pixels: 4 }

/**
 * Returns the masks of one decode that may be people: the component at the click, or the largest one for a box, where SAM
 * rates it well, it is large enough, and at least three quarters of it are people. Of a click the part, the object and the
 * whole; of a box the first mask.
 */
export function candidatesOf(
  { masks, predictedIou }: DecodedMasks,
  people: PersonMaps,
  { click }: PersonPrompt,
): PersonCandidate[] {
  const size = masks.length / predictedIou.length
  return [...predictedIou].flatMap((rating, i) => {
    if ((i === 0) !== (click === null) || rating < MINIMUM.predictedIou) return []
    const logits = cropToGrid(masks.subarray(i * size, (i + 1) * size), people)
    const stability = countAbove(logits, 1) / Math.max(1, countAbove(logits, -1))
    if (stability < MINIMUM.stabilityScore) return []
    const drawn = thresholdPlane(logits, 0)
    const part = click ? componentAt(drawn, click.at) : largestComponents(drawn, 0, 1)[0]
    const mask = part && maskOf(logits, part.inside)
    if (!mask || !mayBePerson(mask, people)) return []
    return { ...mask, quality: Math.min(1, rating) * stability, click: click ? click.number : null }
  })
}

function mayBePerson({ inside, area }: PersonMask, people: PersonMaps): boolean {
  const pixels = people.inside.length
  if (area < MINIMUM.area * pixels || area > MAX_AREA_FRACTION * pixels) return false
  if (common(inside, people.inside) < MINIMUM.people * area) return false
  // What one window alone takes for a person is none, unless it is too small for the others.
  return (
    sumWithin(people.mean, inside) >= MINIMUM.mean * area || sumWithin(people.finest, inside) >= MINIMUM.finest * area
  )
}

function sumWithin(values: Float32Array, inside: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) if (inside[i]) sum += values[i] ?? 0
  return sum
}

/** Returns the mask of the set px of `inside`; null when there are none. */
function maskOf(logits: Plane, inside: Uint8Array): PersonMask | null {
  const box = boundingBox({ ...logits, inside })
  return box && { logits, inside, area: inside.reduce((sum, own) => sum + Number(own > 0), 0), box }
}

/** Returns true when the regions of people are large enough to be looked at, as parts of the mask grid. */
export const isLargeEnough = ({ inside }: BinaryMask): boolean =>
  inside.reduce((sum, own) => sum + own, 0) >= MINIMUM.area * inside.length

function common(a: Uint8Array, b: Uint8Array): number {
  let count = 0
  for (let i = 0; i < a.length; i++) if (a[i] && b[i]) count++
  return count
}

/** Returns the number of px that both masks have. */
export const overlapOf = (a: PersonMask, b: PersonMask): number => common(a.inside, b.inside)

/** Returns the intersection over union of two masks, 0..1. */
export function iouOf(a: PersonMask, b: PersonMask): number {
  const both = overlapOf(a, b)
  return both / (a.area + b.area - both)
}

/** Returns by how much the smaller extent of two masks lies within the other one, along an axis, 0..1. */
export function extentOverlap(a: MaskBox, b: MaskBox, axis: 'x' | 'y'): number {
  const span = (box: MaskBox) => (axis === 'x' ? ([box.left, box.right] as const) : ([box.top, box.bottom] as const))
  const [[from, to], [otherFrom, otherTo]] = [span(a), span(b)]
  return Math.max(0, Math.min(to, otherTo) - Math.max(from, otherFrom)) / Math.min(to - from, otherTo - otherFrom)
}

/** Returns true when two masks lie beside each other or overlap. */
export function isTouching(a: PersonMask, b: PersonMask): boolean {
  const grown = dilate({ ...sizeOf(a), inside: a.inside }, TOUCHING.distance)
  return common(grown.inside, b.inside) >= TOUCHING.pixels
}

/** Returns the union of two masks: the higher logit counts. */
export function unionOf(a: PersonMask, b: PersonMask): PersonMask {
  const values = a.logits.values.slice()
  const inside = a.inside.slice()
  for (let i = 0; i < inside.length; i++) {
    if (!b.inside[i]) continue
    values[i] = inside[i] ? Math.max(values[i] ?? 0, b.logits.values[i] ?? 0) : (b.logits.values[i] ?? 0)
    inside[i] = 1
  }
  return maskOf({ ...sizeOf(a), values }, inside) ?? a
}

/** Returns the box around several masks. */
export const boxAround = (masks: readonly PersonMask[]): MaskBox => ({
  left: Math.min(...masks.map(({ box }) => box.left)),
  top: Math.min(...masks.map(({ box }) => box.top)),
  right: Math.max(...masks.map(({ box }) => box.right)),
  bottom: Math.max(...masks.map(({ box }) => box.bottom)),
})

const sizeOf = ({ logits: { width, height } }: PersonMask): Size => ({ width, height })
