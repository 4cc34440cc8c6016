/**
 * Finds each person in a photo. The person network says where people are; SAM's masks tell them apart. A mask that most
 * clicks on it mean is a person (docs/decisions).
 */
import type { Point, Rect, Size } from '../../../../kit/base/geometry.ts'
import { boundingBox, dilate, largestComponents } from '../components.ts'
import { MASK_STRIDE, maskGridOf } from '../letterbox.ts'
import type { DecodedMasks } from '../maskCandidates.ts'
import { type BinaryMask, meanOfPlanes, type Plane, resizePlane, thresholdPlane, zeroPlane } from '../plane.ts'
import { latticePoints, type Prompt, type PromptPoint } from '../samPrompts.ts'
import {
  boxAround,
  candidatesOf,
  isLargeEnough,
  type MaskBox,
  type PersonCandidate,
  type PersonMaps,
  type PersonMask,
} from './personMasks.ts'
import { separateMasks, stackedMasks, unitedPeople, votedMasks } from './personParts.ts'
import { addWindow, personWindows } from './personWindows.ts'

/** The networks that the search calls. An error from any of them ends the search and is passed on. */
export interface PeopleNetworks {
  /** Probability of a person, 0..1, stretched to the photo, or to a window of it, photo px. */
  personMap(window: Rect | null): Promise<Plane>
  /** SAM's masks for one prompt. */
  decode(prompt: Prompt): Promise<DecodedMasks>
}

/** Number of clicks in all regions together, and in one. */
const CLICKS = { all: 36, min: 6, max: 20 }
const MAX_REGIONS = 12
/** Points that are given with the box about the parts of a person. */
const POINTS_IN_BOX = 6
const OUTSIDE_LOGIT = -20
/** Where SAM is not sure it leaves a veil over the photo; beyond this distance from a person there is none, grid px. */
const SOFT_EDGE = 3

/**
 * Returns a mask for each person, from left to right: logits on the mask grid, > 0 inside. No two share a pixel. Empty when
 * nobody is found. `photo`: size of the photo, px. `onProgress` gets the fraction that is done, 0..1.
 */
export async function findPeople(
  networks: PeopleNetworks,
  photo: Size,
  onProgress: (done: number) => void = () => {},
): Promise<Plane[]> {
  const people = await personMaps(networks, photo, (done) => onProgress(done / 3))
  const regions = largestComponents(people, 0, MAX_REGIONS).filter(isLargeEnough)
  const clicks = clicksIn(regions)
  const candidates: PersonCandidate[] = []
  for (const [number, at] of clicks.entries()) {
    const decoded = await networks.decode({ points: [pointAt(at)], mask: null })
    candidates.push(...candidatesOf(decoded, people, { click: { number, at } }))
    onProgress((1 + (2 * number) / clicks.length) / 3)
  }
  const drawBox = async (box: MaskBox, points: readonly Point[]) => {
    const decoded = await networks.decode({ points: [...cornersOf(box), ...points.map(pointAt)], mask: null })
    candidates.push(...candidatesOf(decoded, people, { click: null }))
  }
  for (const region of regions) {
    const box = boundingBox(region)
    if (box) await drawBox(box, [])
  }
  for (const parts of stackedMasks(separateMasks(votedMasks(candidates, clicks)))) {
    if (parts.length === 1) continue
    const box = boxAround(parts)
    await drawBox(box, [])
    await drawBox(box, clicks.filter((at) => parts.some((part) => contains(part, at))).slice(0, POINTS_IN_BOX))
  }
  const found = unitedPeople(separateMasks(votedMasks(candidates, clicks)))
  onProgress(1)
  return disjointLogits(found).map(({ logits }) => logits)
}

/** Returns where people are: where the whole photo or any window shows some. */
async function personMaps(
  { personMap }: PeopleNetworks,
  photo: Size,
  onProgress: (done: number) => void,
): Promise<PersonMaps> {
  const levels = [resizePlane(await personMap(null), maskGridOf(photo))]
  const sizes = personWindows(photo)
  const count = sizes.reduce((sum, windows) => sum + windows.length, 0)
  let done = 0
  for (const windows of sizes) {
    const level = zeroPlane(maskGridOf(photo))
    for (const window of windows) {
      addWindow(level, await personMap(window), window, photo)
      onProgress(++done / count)
    }
    levels.push(level)
  }
  const mean = meanOfPlanes(levels)
  const highest = mean.values.map((_, i) => Math.max(...levels.map(({ values }) => values[i] ?? 0)))
  const finest = levels.at(-1) ?? mean
  return { ...thresholdPlane({ ...mean, values: highest }, 0.5), mean: mean.values, finest: finest.values }
}

/** Returns clicks in all regions; a larger region has more of them. */
function clicksIn(regions: readonly BinaryMask[]): Point[] {
  const weights = regions.map(({ inside }) => Math.sqrt(inside.reduce((sum, own) => sum + own, 0)))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return regions.flatMap((region, i) => {
    const share = Math.round((CLICKS.all * (weights[i] ?? 0)) / all)
    return latticePoints(region, Math.min(CLICKS.max, Math.max(CLICKS.min, share)))
  })
}

/** Returns the people from left to right. A pixel of several belongs to the smallest. */
function disjointLogits(people: readonly PersonMask[]): PersonMask[] {
  const bySize = [...people].sort((a, b) => a.area - b.area)
  const isTaken = new Uint8Array(people[0]?.inside.length ?? 0)
  const disjoint = bySize.map((person) => {
    const isNear = dilate({ ...person.logits, inside: person.inside }, SOFT_EDGE).inside
    const values = person.logits.values.map((value, i) => {
      if (person.inside[i] && !isTaken[i]) return value
      return value > 0 || !isNear[i] ? OUTSIDE_LOGIT : value
    })
    for (let i = 0; i < isTaken.length; i++) isTaken[i] ||= person.inside[i] ?? 0
    return { ...person, logits: { ...person.logits, values } }
  })
  return disjoint.sort((a, b) => a.box.left + a.box.right - b.box.left - b.box.right)
}

const contains = ({ inside, logits: { width } }: PersonMask, { x, y }: Point) =>
  inside[Math.floor(y) * width + Math.floor(x)] === 1

const pointAt = ({ x, y }: Point): PromptPoint => ({ x: MASK_STRIDE * x, y: MASK_STRIDE * y, kind: 'in' })

const cornersOf = ({ left, top, right, bottom }: MaskBox): PromptPoint[] => [
  { x: MASK_STRIDE * left, y: MASK_STRIDE * top, kind: 'box-start' },
  { x: MASK_STRIDE * right, y: MASK_STRIDE * bottom, kind: 'box-end' },
]
