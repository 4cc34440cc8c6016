/** Finds the whole person at a click, because SAM often returns only a garment or a head (docs/decisions/0045). */
import { nonZeroBounds } from '#client/kit/bytes/bytes.ts'
import type { Point } from '#client/kit/geometry/geometry.ts'
import { dilateDiamond } from '#client/kit/pixels/morphology.ts'
import { componentAt } from '../components.ts'
import { type ScoredMask, stabilityScore } from '../maskCandidates.ts'
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
 * Minimum values of a larger mask that a click on a person takes: SAM's estimate and the stability, the fraction of the
 * smaller mask that it contains, and the fractions of its area and of its additional area that belong to people. Of
 * most animals, the person map shows the smaller mask too, but not what the larger mask adds.
 */
const LARGER = { predictedIou: 0.7, stability: 0.55, contained: 0.75, people: 0.5, added: 0.4 }

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
      const added = { ...drawn, inside: drawn.inside.map((isIn, at) => Number(isIn && !own.inside[at])) }
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
  if (!larger) return mask
  return { ...mask, values: mask.values.map((value, at) => Math.max(value, larger.values[at] ?? 0)) }
}

/** Returns true if at least half of a mask belongs to people. `personMap`: as in `withLargerPerson`. */
export const showsPeople = (mask: Plane, personMap: Plane): boolean =>
  shareIn(thresholdPlane(personMap, 0.5), thresholdPlane(mask, 0)) >= LARGER.people

/**
 * Returns true if a mask shows only a part of a person, such as a garment: it belongs to people, and contains less than
 * 75 % of the people in its columns. `personMap`: as in `withLargerPerson`.
 */
export function isPartOfPerson(mask: Plane, personMap: Plane): boolean {
  const people = thresholdPlane(personMap, 0.5)
  const drawn = thresholdPlane(mask, 0)
  const box = nonZeroBounds(drawn.inside, drawn)
  if (!box || !showsPeople(mask, personMap)) return false
  return shareIn(drawn, columnsOf(people, box.x, box.x + box.width)) < MINIMUM.height
}

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
