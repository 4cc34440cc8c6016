/** Finds the whole person at a click, because SAM often returns only a garment or a head (docs/decisions/0045). */
import { nonZeroBounds } from '#client/kit/bytes/bytes.ts'
import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import { dilateDiamond } from '#client/kit/pixels/morphology.ts'
import { componentAt } from '../components.ts'
import { binaryIou, type ScoredMask, stabilityScore } from '../maskCandidates.ts'
import { OUTSIDE_LOGIT } from '../maskEstimate.ts'
import { areaOf, type BinaryMask, logit, type Plane, pixelAt, thresholdPlane } from '../plane.ts'

/**
 * A mask shows people if at least the fraction `inside` of its area belongs to people. Such a mask shows a whole person
 * if it contains at least the fraction `height` of the people in the mask's columns. Otherwise the mask shows a part,
 * such as a garment.
 */
const MINIMUM = { inside: 0.75, height: 0.75 }
/** Minimum depth of a gap between two heads, as a fraction of the people's height. */
const MIN_GAP = 0.12
/**
 * Minimum area of people, as a fraction of the photo, and minimum mean probability. For most animals, the mean
 * probability is lower.
 */
const PEOPLE = { area: 0.005, probability: 0.93 }
/** The person map's soft edge is used up to this distance from the person, grid px. */
const SOFT_EDGE = 3

/**
 * Returns masks of the whole person if `mask` is only a part of the clicked person, otherwise null. The result contains
 * the masks in `masks` that show a whole person. If there are none, the result is the person in the person map.
 * `personMap`: probabilities, 0..1, on the mask grid.
 */
export function wholePerson(
  mask: ScoredMask,
  masks: readonly ScoredMask[],
  point: Point,
  personMap: Plane,
): [ScoredMask, ...ScoredMask[]] | null {
  const people = componentAt(thresholdPlane(personMap, 0.5), point)
  if (!people || !arePeople(people, personMap) || extentOf(mask, point, people) !== 'part') return null
  const [first, ...others] = masks.filter((other) => extentOf(other, point, people) === 'whole')
  if (first) return [first, ...others]
  const person = betweenGaps(people, point)
  const isNear = dilateDiamond(person.inside, person, SOFT_EDGE)
  const values = personMap.values.map((value, at) => (isNear[at] ? logit(value) : OUTSIDE_LOGIT))
  return [{ ...personMap, values, predictedIou: mask.predictedIou }]
}

/**
 * Minimum values of a larger mask that replaces the clicked mask of a person: SAM's estimate and the stability, the
 * fraction of the smaller mask that it contains, and the fractions of its area and of its additional area that belong
 * to people. For most animals, the person map covers the smaller mask too, but not the additional area.
 */
const LARGER = { predictedIou: 0.6, stability: 0.4, contained: 0.75, people: 0.5, added: 0.4 }

/**
 * Returns the union of `mask` and the largest of SAM's masks that shows more of the people at the click, or `mask` if
 * there is none. The result may show several people. SAM often rates the garment of a person who touches other people
 * best. `personMap`: probabilities, 0..1, on the mask grid.
 */
export function withLargerPerson(
  mask: ScoredMask,
  masks: readonly ScoredMask[],
  point: Point,
  personMap: Plane,
): ScoredMask {
  const people = thresholdPlane(personMap, 0.5)
  const own = thresholdPlane(mask, 0)
  const larger = masks
    .map((other) => ({ other, drawn: thresholdPlane(other, 0) }))
    .filter(({ other, drawn }) => {
      const added = without(drawn, own)
      return (
        drawn.inside[pixelAt(point, drawn)] === 1 &&
        areaOf(drawn) > areaOf(own) &&
        other.predictedIou >= LARGER.predictedIou &&
        stabilityScore(other) >= LARGER.stability &&
        shareIn(people, drawn) >= LARGER.people &&
        shareIn(drawn, own) >= LARGER.contained &&
        shareIn(people, added) >= LARGER.added
      )
    })
    .sort((a, b) => areaOf(b.drawn) - areaOf(a.drawn))[0]?.other
  return larger ? unionOf(mask, larger) : mask
}

/**
 * Minimum values of the mask of one member of a group: SAM's estimate, the stability, the fraction of it inside the
 * group, the fraction that it contains of the group in its columns, and the IoU of the rest of the group with a candidate
 * mask. `least`, `most`: its area, as a fraction of the group's.
 */
const MEMBER = { predictedIou: 0.8, stability: 0.7, inside: 0.85, column: 0.93, rest: 0.8, least: 0.25, most: 0.75 }

/**
 * Returns the smallest of SAM's masks that shows one member of a group at the click, or `group` if there is none. The
 * mask shows a group if the remainder without the member is an object too. `candidates`: logits of the photo's objects,
 * on the mask grid.
 */
export function memberOf(
  group: ScoredMask,
  masks: readonly ScoredMask[],
  point: Point,
  candidates: readonly Plane[],
): ScoredMask {
  const isSharp = (mask: ScoredMask) =>
    mask.predictedIou >= MEMBER.predictedIou && stabilityScore(mask) >= MEMBER.stability
  const [smallest] = masks
    .filter((mask) => isSharp(mask) && isMember(componentAt(thresholdPlane(mask, 0), point), group, candidates))
    .sort((a, b) => areaOf(thresholdPlane(a, 0)) - areaOf(thresholdPlane(b, 0)))
  return smallest ? memberOf(smallest, masks, point, candidates) : group
}

function isMember(own: BinaryMask | null, group: Plane, candidates: readonly Plane[]): boolean {
  const box = own && nonZeroBounds(own.inside, own)
  if (!box) return false
  const whole = thresholdPlane(group, 0)
  const share = areaOf(own) / areaOf(whole)
  if (share < MEMBER.least || share > MEMBER.most || shareIn(whole, own) < MEMBER.inside) return false
  if (shareIn(own, columnsOf(whole, box.x, box.x + box.width)) < MEMBER.column) return false
  const rest = { ...group, values: group.values.map((value, at) => (own.inside[at] ? OUTSIDE_LOGIT : value)) }
  return candidates.some((candidate) => binaryIou(rest, candidate) >= MEMBER.rest)
}

/**
 * A candidate mask shows one of several objects if its IoU with a mask of the search for people is at least `person`. A
 * part of the subject must be at least the fraction `share` of the subject.
 */
const ONE_OF = { person: 0.9, share: 0.2 }

/**
 * Returns true if a candidate mask shows a whole object: a person or an animal that the search for people finds too,
 * or one member of a group. `subject`, `people`, `candidates`: logits on the mask grid.
 */
export function isOneOfSeveral(
  mask: Plane,
  subject: Plane,
  people: readonly Plane[],
  candidates: readonly Plane[],
): boolean {
  const [own, whole] = [thresholdPlane(mask, 0), thresholdPlane(subject, 0)]
  if (isMember(own, subject, candidates)) return true
  const isScrap = shareIn(whole, own) >= MEMBER.inside && areaOf(own) < ONE_OF.share * areaOf(whole)
  return !isScrap && people.some((person) => binaryIou(mask, person) >= ONE_OF.person)
}

/** Distance of a prompt's box from the clicked mask, as a fraction of the mask's width and height. */
const BOX_MARGIN = 0.05
/**
 * Minimum values of the mask in the box: SAM's estimate, the stability, the fraction of the clicked mask that it
 * contains (`contained`), and the fraction of its additional area that belongs to people (`added`). `growth`: maximum
 * area, as a multiple of the clicked mask's area.
 */
const IN_BOX = { predictedIou: 0.8, stability: 0.7, contained: 0.85, added: 0.5, growth: 2 }

/**
 * Returns the union of a clicked mask and SAM's mask in the box around it, if the latter adds mostly people. Otherwise
 * returns `mask`. A click often misses a person's forearm or shoes. `maskInBox`: returns SAM's best mask in a box (grid
 * px). `personMap`: as in `withLargerPerson`.
 */
export async function withMaskInBox(
  mask: ScoredMask,
  point: Point,
  personMap: Plane,
  maskInBox: (box: Rect) => Promise<ScoredMask | undefined>,
): Promise<ScoredMask> {
  const own = thresholdPlane(mask, 0)
  const clicked = componentAt(own, point)
  const bounds = clicked && nonZeroBounds(clicked.inside, clicked)
  if (!bounds) return mask
  const [marginX, marginY] = [BOX_MARGIN * bounds.width, BOX_MARGIN * bounds.height]
  const [x, y] = [Math.max(0, bounds.x - marginX), Math.max(0, bounds.y - marginY)]
  const right = Math.min(mask.width, bounds.x + bounds.width + marginX)
  const bottom = Math.min(mask.height, bounds.y + bounds.height + marginY)
  const other = await maskInBox({ x, y, width: right - x, height: bottom - y })
  if (!other) return mask
  const drawn = thresholdPlane(other, 0)
  const added = without(drawn, own)
  const growth = areaOf(drawn) / areaOf(own)
  const isWhole =
    growth >= 1 &&
    growth <= IN_BOX.growth &&
    other.predictedIou >= IN_BOX.predictedIou &&
    stabilityScore(other) >= IN_BOX.stability &&
    shareIn(drawn, own) >= IN_BOX.contained &&
    shareIn(thresholdPlane(personMap, 0.5), added) >= IN_BOX.added
  return isWhole ? unionOf(mask, other) : mask
}

const unionOf = (mask: ScoredMask, other: Plane): ScoredMask => ({
  ...mask,
  values: mask.values.map((value, at) => Math.max(value, other.values[at] ?? 0)),
})

/** Returns true if at least half of a mask belongs to people. `personMap`: as in `withLargerPerson`. */
export const showsPeople = (mask: Plane, personMap: Plane): boolean =>
  shareIn(thresholdPlane(personMap, 0.5), thresholdPlane(mask, 0)) >= LARGER.people

/**
 * Returns true if a mask shows only a part of a person, such as a garment: it belongs to people, and contains less than
 * 75% of the people in its columns. `personMap`: as in `withLargerPerson`.
 */
export function isPartOfPerson(mask: Plane, personMap: Plane): boolean {
  const people = thresholdPlane(personMap, 0.5)
  const drawn = thresholdPlane(mask, 0)
  const box = nonZeroBounds(drawn.inside, drawn)
  if (!box || !showsPeople(mask, personMap)) return false
  return shareIn(drawn, columnsOf(people, box.x, box.x + box.width)) < MINIMUM.height
}

const without = (mask: BinaryMask, other: BinaryMask): BinaryMask => ({
  ...mask,
  inside: mask.inside.map((isIn, at) => Number(isIn && !other.inside[at])),
})

/** Returns the fraction of a mask that is inside `area`. 0 for an empty mask. */
function shareIn(area: BinaryMask, mask: BinaryMask): number {
  const common = mask.inside.reduce((sum, isIn, at) => sum + Number(isIn && area.inside[at]), 0)
  return common / Math.max(1, areaOf(mask))
}

function arePeople(region: BinaryMask, { values }: Plane): boolean {
  const area = areaOf(region)
  const sum = values.reduce((all, value, at) => all + (region.inside[at] ? value : 0), 0)
  return area >= PEOPLE.area * values.length && sum >= PEOPLE.probability * area
}

/**
 * Returns whether the clicked component of a mask shows a whole person or a part of a person. Returns null if it
 * shows neither.
 */
function extentOf(mask: ScoredMask, point: Point, people: BinaryMask): 'whole' | 'part' | null {
  const own = componentAt(thresholdPlane(mask, 0), point)
  const box = own && nonZeroBounds(own.inside, own)
  if (!box) return null
  const common = areaOf({ ...own, inside: own.inside.map((inside, at) => inside & (people.inside[at] ?? 0)) })
  if (common < MINIMUM.inside * areaOf(own)) return null
  return common >= MINIMUM.height * areaOf(columnsOf(people, box.x, box.x + box.width)) ? 'whole' : 'part'
}

const columnsOf = (mask: BinaryMask, from: number, to: number): BinaryMask => ({
  ...mask,
  inside: mask.inside.map((inside, at) => Number(inside && at % mask.width >= from && at % mask.width < to)),
})

/**
 * Returns the part of a mask of several people that lies between the gaps to the left and right of `point`. If `point`
 * is in a gap, returns the whole mask.
 */
function betweenGaps(people: BinaryMask, point: Point): BinaryMask {
  const { width, height, inside } = people
  const box = nonZeroBounds(inside, people) ?? { x: 0, y: 0, width, height }
  const tops = Array.from({ length: box.width }, (_, i) => {
    let y = box.y
    while (y < box.y + box.height && !inside[y * width + box.x + i]) y++
    return y
  })
  const highest = (columns: readonly number[]) => Math.min(...columns)
  const isGap = tops.map(
    (top, i) => top - Math.max(highest(tops.slice(0, i + 1)), highest(tops.slice(i))) >= MIN_GAP * box.height,
  )
  const at = Math.floor(point.x) - box.x
  if (isGap[at]) return people
  const left = isGap.lastIndexOf(true, at)
  const right = isGap.indexOf(true, at)
  return columnsOf(people, box.x + left + 1, right < 0 ? width : box.x + right)
}
