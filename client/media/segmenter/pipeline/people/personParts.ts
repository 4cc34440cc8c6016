/** Classifies SAM's masks as one whole person, several people, or a part of one person. */
import type { Point } from '#client/kit/geometry/geometry.ts'
import {
  extentOverlap,
  iouOf,
  isTouching,
  overlapOf,
  type PersonCandidate,
  type PersonMask,
  unionOf,
} from './personMasks.ts'

/** A mask that SAM returned for one or more clicks. */
export interface VotedMask extends PersonMask {
  /** SAM returned this mask for this fraction of the clicks inside the mask, 0..1. */
  support: number
  quality: number
  /** Whether SAM also returned the mask for a box. */
  isOfBox: boolean
}

/** Minimum IoU of masks that count as equal and form one group. */
const SAME_IOU = 0.8

/** Groups masks that are almost equal, and returns the best mask of each group. `clicks`: all clicks, grid px. */
export function votedMasks(candidates: readonly PersonCandidate[], clicks: readonly Point[]): VotedMask[] {
  const groups: { best: PersonCandidate; members: PersonCandidate[] }[] = []
  for (const candidate of [...candidates].sort((a, b) => b.quality - a.quality)) {
    const ious = groups.map(({ best }) => (haveLikeAreas(best, candidate) ? iouOf(best, candidate) : 0))
    const nearest = ious.indexOf(Math.max(...ious))
    if ((ious[nearest] ?? 0) >= SAME_IOU) groups[nearest]?.members.push(candidate)
    else groups.push({ best: candidate, members: [candidate] })
  }
  return groups.map(({ best, members }) => {
    const voters = new Set(members.map(({ click }) => click))
    const { width } = best.logits
    const inside = clicks.flatMap(({ x, y }, i) => (best.inside[Math.floor(y) * width + Math.floor(x)] ? [i] : []))
    const support = inside.filter((i) => voters.has(i)).length / Math.max(1, inside.length)
    return { ...best, support, isOfBox: voters.has(null) }
  })
}

const haveLikeAreas = (a: PersonMask, b: PersonMask) => Math.min(a.area, b.area) >= SAME_IOU * Math.max(a.area, b.area)

/** Minimum support (fraction of clicks) of a mask that SAM did not return for a box. */
const MIN_SUPPORT = 0.15
/**
 * Limits for masks that show several people. Such a mask contains at least two better masks, which are side by side and
 * cover most of its area. SAM returned the mask for few of the clicks inside the mask.
 */
const SEVERAL = {
  maxSupport: 0.45,
  inside: 0.85,
  minArea: 0.12,
  maxArea: 0.85,
  common: 0.15,
  beside: 0.4,
  cover: 0.7,
  coverOfBox: 0.5,
  score: 0.9,
}
/** Maximum fraction of a new mask that larger masks, selected earlier, may cover. */
const MAX_OVERLAP = 0.2
const MIN_AREA_OF_LARGEST = 0.06

/** Returns masks of people or of parts of people, largest first. The masks barely overlap. */
export function separateMasks(masks: readonly VotedMask[]): VotedMask[] {
  const known = masks.filter((mask) => mask.support >= MIN_SUPPORT || mask.isOfBox).sort((a, b) => b.area - a.area)
  const taken: VotedMask[] = []
  for (const mask of known) {
    if (isSeveral(mask, known) || isBeyondPerson(mask, known)) continue
    if (taken.every((other) => overlapOf(other, mask) <= MAX_OVERLAP * mask.area)) taken.push(mask)
  }
  return taken.filter(({ area }) => area >= MIN_AREA_OF_LARGEST * (taken[0]?.area ?? 0))
}

const scoreOf = ({ quality, support }: VotedMask) => quality * support

function isSeveral(mask: VotedMask, all: readonly VotedMask[]): boolean {
  if (mask.support > SEVERAL.maxSupport) return false
  const within = all.filter(
    (part) =>
      part !== mask &&
      part.area < SEVERAL.maxArea * mask.area &&
      part.area >= SEVERAL.minArea * mask.area &&
      overlapOf(part, mask) >= SEVERAL.inside * part.area,
  )
  const parts: VotedMask[] = []
  for (const part of within.sort((a, b) => b.area * scoreOf(b) - a.area * scoreOf(a)))
    if (parts.every((other) => isBeside(other, part))) parts.push(part)
  const area = parts.reduce((sum, part) => sum + part.area, 0)
  const score = parts.reduce((sum, part) => sum + part.area * scoreOf(part), 0) / area
  const cover = mask.support < MIN_SUPPORT ? SEVERAL.coverOfBox : SEVERAL.cover
  return parts.length > 1 && area >= cover * mask.area && score >= SEVERAL.score * scoreOf(mask)
}

/**
 * Limits for a mask of several people that SAM returned only for a box. A smaller mask, which SAM returned for many
 * clicks, covers most of the area of this mask.
 */
const BEYOND = { area: 0.7, support: 0.5 }

const isBeyondPerson = (mask: VotedMask, all: readonly VotedMask[]): boolean =>
  mask.support < MIN_SUPPORT &&
  all.some(
    (other) =>
      other.support >= BEYOND.support &&
      other.area < mask.area &&
      other.area >= BEYOND.area * mask.area &&
      overlapOf(other, mask) >= SEVERAL.inside * other.area,
  )

const isBeside = (a: PersonMask, b: PersonMask) =>
  overlapOf(a, b) < SEVERAL.common * Math.min(a.area, b.area) && extentOverlap(a.box, b.box, 'x') < SEVERAL.beside

/** Groups masks that may be one person, because they are above each other. */
export function stackedMasks<T extends PersonMask>(masks: readonly T[]): T[][] {
  const groups: T[][] = []
  for (const mask of masks) {
    const own = groups.filter((group) => group.some(({ box }) => extentOverlap(box, mask.box, 'x') >= SEVERAL.beside))
    for (const group of own) groups.splice(groups.indexOf(group), 1)
    groups.push([mask, ...own.flat()])
  }
  return groups
}

/**
 * Two touching masks show one person under two conditions. First, the masks overlap horizontally by at least `within`.
 * Second, the masks overlap vertically by at most `sameHeight` (one is above the other), or one mask has less than
 * `small` of the other's area. All limits are fractions.
 */
const PART = { within: 0.6, sameHeight: 0.5, small: 0.15 }
/**
 * Minimum areas of a person as fractions of the largest person's area. A person smaller than `areaOfAnyShape` must be
 * tall.
 */
const MIN_PERSON = { area: 0.06, areaOfAnyShape: 0.25 }

/** Returns one mask per person, largest first. Unites the parts of a person. */
export function unitedPeople(masks: readonly PersonMask[]): PersonMask[] {
  const people = [...masks].sort((a, b) => b.area - a.area)
  for (let pair = partAndWhole(people); pair; pair = partAndWhole(people)) {
    people.splice(pair.part, 1)
    people.splice(pair.whole, 1, pair.united)
    people.sort((a, b) => b.area - a.area)
  }
  const largest = people[0]?.area ?? 0
  return people.filter(
    ({ area, box }) =>
      area >= MIN_PERSON.area * largest && (area >= MIN_PERSON.areaOfAnyShape * largest || box.height >= box.width),
  )
}

function partAndWhole(people: readonly PersonMask[]): { part: number; whole: number; united: PersonMask } | null {
  for (const [part, small] of [...people.entries()].reverse())
    for (const [whole, large] of people.slice(0, part).entries())
      if (isPartOf(small, large)) return { part, whole, united: unionOf(large, small) }
  return null
}

function isPartOf(small: PersonMask, large: PersonMask): boolean {
  if (extentOverlap(small.box, large.box, 'x') < PART.within) return false
  const isStacked = extentOverlap(small.box, large.box, 'y') <= PART.sameHeight
  return (isStacked || small.area < PART.small * large.area) && isTouching(small, large)
}
