/** Masks of people and of parts of people, and geometric relations between two masks. */

import { nonZeroBounds } from '#client/kit/bytes/bytes.ts'
import type { Point, Rect, Size } from '#client/kit/geometry/geometry.ts'
import { dilateDiamond } from '#client/kit/pixels/morphology.ts'
import { componentAt, largestComponents } from '../components.ts'
import { type DecodedMasks, MAX_AREA_FRACTION, scoredMasks, stabilityScore } from '../maskCandidates.ts'
import { areaOf, type BinaryMask, type Plane, thresholdPlane } from '../plane.ts'

/** A connected mask on the mask grid. */
export interface PersonMask {
  /** SAM's logits. Only the pixels in `inside` belong to the mask. */
  logits: Plane
  inside: Uint8Array
  /** Number of grid px in `inside`. */
  area: number
  /** Bounding box of `inside`, grid px. */
  box: Rect
}

/** A mask that SAM returned for a click or a box. */
export interface PersonCandidate extends PersonMask {
  /** Predicted IoU · stability score, 0..1. */
  quality: number
  /** Index of the click in SAM's prompts. Null for a box. */
  click: number | null
}

const MINIMUM = { predictedIou: 0.7, stabilityScore: 0.8, area: 0.006, people: 0.75, mean: 0.4, finest: 0.9 }
/** The output of the person network, on the mask grid. */
export interface PersonMaps extends BinaryMask {
  /** Mean of the probabilities in the whole photo and in its sections (`personWindows`), 0..1. */
  mean: Float32Array
  /** Probability in the smallest sections of the photo, 0..1. */
  finest: Float32Array
}

/** Two masks touch if at least `pixels` pixels of one mask are within `distance` grid px of the other. */
const TOUCHING = { distance: 2, pixels: 4 }

/**
 * Returns the masks of a decoder output that may be people. For a click, these are SAM's part, object and whole, each
 * reduced to the component at the click. For a box, this is the largest component of SAM's first mask.
 */
export function candidatesOf(
  decoded: DecodedMasks,
  people: PersonMaps,
  click: { number: number; at: Point } | null,
): PersonCandidate[] {
  return scoredMasks(decoded, people).flatMap(({ predictedIou, ...logits }, i) => {
    const stability = stabilityScore(logits)
    if ((i === 0) !== (click === null) || predictedIou < MINIMUM.predictedIou || stability < MINIMUM.stabilityScore)
      return []
    const drawn = thresholdPlane(logits, 0)
    const part = click ? componentAt(drawn, click.at) : largestComponents(drawn, 0, 1)[0]
    const mask = part && maskOf(logits, part.inside)
    if (!mask || !mayBePerson(mask, people)) return []
    return { ...mask, quality: predictedIou * stability, click: click ? click.number : null }
  })
}

function mayBePerson({ inside, area }: PersonMask, people: PersonMaps): boolean {
  const pixels = people.inside.length
  if (area < MINIMUM.area * pixels || area > MAX_AREA_FRACTION * pixels) return false
  if (countCommon(inside, people.inside) < MINIMUM.people * area) return false
  // A region found at only one window size isn't a person, unless the smallest windows find it clearly.
  return (
    sumWithin(people.mean, inside) >= MINIMUM.mean * area || sumWithin(people.finest, inside) >= MINIMUM.finest * area
  )
}

function sumWithin(values: Float32Array, inside: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) if (inside[i]) sum += values[i] ?? 0
  return sum
}

/** Returns the mask of the pixels that are set in `inside`. Returns null if no pixel is set. */
function maskOf(logits: Plane, inside: Uint8Array): PersonMask | null {
  const box = nonZeroBounds(inside, logits)
  return box && { logits, inside, area: areaOf({ ...logits, inside }), box }
}

/** Returns true if a mask covers the minimum fraction of the mask grid that people must cover. */
export const isLargeEnough = (region: BinaryMask): boolean => areaOf(region) >= MINIMUM.area * region.inside.length

function countCommon(a: Uint8Array, b: Uint8Array): number {
  let count = 0
  for (let i = 0; i < a.length; i++) if (a[i] && b[i]) count++
  return count
}

/** Returns the number of px that are in both masks. */
export const overlapOf = (a: PersonMask, b: PersonMask): number => countCommon(a.inside, b.inside)

/** Returns the intersection over union of two masks, 0..1. */
export function iouOf(a: PersonMask, b: PersonMask): number {
  const both = overlapOf(a, b)
  return both / (a.area + b.area - both)
}

/** Returns the overlap of two boxes along an axis as a fraction of the smaller extent, 0..1. */
export function extentOverlap(a: Rect, b: Rect, axis: 'x' | 'y'): number {
  const side = axis === 'x' ? 'width' : 'height'
  const overlap = Math.min(a[axis] + a[side], b[axis] + b[side]) - Math.max(a[axis], b[axis])
  return Math.max(0, overlap) / Math.min(a[side], b[side])
}

/** Returns true if two masks touch or overlap. */
export function isTouching(a: PersonMask, b: PersonMask): boolean {
  const grown = dilateDiamond(a.inside, a.logits, TOUCHING.distance)
  return countCommon(grown, b.inside) >= TOUCHING.pixels
}

/** Returns the union of two masks. Pixels of both masks get the higher logit. */
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

const sizeOf = ({ logits: { width, height } }: PersonMask): Size => ({ width, height })
