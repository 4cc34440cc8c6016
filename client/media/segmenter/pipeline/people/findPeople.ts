/**
 * Finds each person in a photo. The person network finds regions of people, and SAM's masks separate the people in a
 * region. If SAM returns the same mask for most clicks inside the mask, the mask is a person.
 */

import { nonZeroBounds } from '#client/kit/bytes/bytes.ts'
import { middleOf, type Point, type Rect, type Size } from '#client/kit/geometry/geometry.ts'
import { union } from '#client/kit/geometry/rect.ts'
import { dilateDiamond } from '#client/kit/pixels/morphology.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import { largestComponents } from '../components.ts'
import type { DecodedMasks } from '../maskCandidates.ts'
import { OUTSIDE_LOGIT } from '../maskEstimate.ts'
import { maskGridOf } from '../networkInputs.ts'
import {
  areaOf,
  type BinaryMask,
  meanOfPlanes,
  type Plane,
  pixelAt,
  resizePlane,
  thresholdPlane,
  zeroPlane,
} from '../plane.ts'
import { boxPoints, clickAt, latticePoints, type Prompt } from '../samPrompts.ts'
import { candidatesOf, isLargeEnough, type PersonCandidate, type PersonMaps, type PersonMask } from './personMasks.ts'
import { separateMasks, stackedMasks, unitedPeople, votedMasks } from './personParts.ts'

/** The networks that the search for people calls. An error of any network rejects the search with this error. */
export interface PeopleNetworks {
  /** Returns the probability of a person (0..1), stretched to the photo, or to `window` (photo px). */
  personMap(window: Rect | null): Promise<Plane>
  decode(prompt: Prompt): Promise<DecodedMasks>
}

/** Total number of clicks in all regions, and minimum and maximum number in one region. */
const CLICKS = { all: 36, min: 6, max: 20 }
const MAX_REGIONS = 12
/** Number of points in a prompt with a box around the parts of a person. */
const POINTS_IN_BOX = 6
/**
 * Maximum distance of used SAM logits from a person, grid px. Logits farther away would leave parts of the background
 * visible.
 */
const SOFT_EDGE = 3

/**
 * Returns a mask for each person, from left to right: logits on the mask grid, > 0 inside. Masks don't overlap. Empty
 * if there is no person in the photo. `photo`: size of the photo, px. `onProgress` gets the finished fraction, 0..1.
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
    const decoded = await networks.decode({ points: [clickAt(at)], mask: null })
    candidates.push(...candidatesOf(decoded, people, { number, at }))
    onProgress((1 + (2 * number) / clicks.length) / 3)
  }
  const drawBox = async (box: Rect, points: readonly Point[]) => {
    const decoded = await networks.decode({ points: [...boxPoints(box), ...points.map(clickAt)], mask: null })
    candidates.push(...candidatesOf(decoded, people, null))
  }
  for (const region of regions) {
    const box = nonZeroBounds(region.inside, region)
    if (box) await drawBox(box, [])
  }
  for (const parts of stackedMasks(separateMasks(votedMasks(candidates, clicks)))) {
    if (parts.length === 1) continue
    const box = parts.map(({ box }) => box).reduce(union)
    await drawBox(box, [])
    await drawBox(box, clicks.filter((at) => parts.some((part) => contains(part, at))).slice(0, POINTS_IN_BOX))
  }
  const found = unitedPeople(separateMasks(votedMasks(candidates, clicks)))
  onProgress(1)
  return disjointLogits(found).map(({ logits }) => logits)
}

/**
 * Returns the regions of people. A region contains the pixels that are a person in the map of the whole photo or of a
 * window.
 */
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

/** Returns clicks for all regions. The number of clicks in a region grows with its area. */
function clicksIn(regions: readonly BinaryMask[]): Point[] {
  const weights = regions.map((region) => Math.sqrt(areaOf(region)))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return regions.flatMap((region, i) => {
    const share = Math.round((CLICKS.all * (weights[i] ?? 0)) / all)
    return latticePoints(region, clamp(share, CLICKS.min, CLICKS.max))
  })
}

/**
 * Returns the masks of people without overlaps, from left to right. A pixel of several masks is assigned to the
 * smallest mask.
 */
function disjointLogits(people: readonly PersonMask[]): PersonMask[] {
  const bySize = [...people].sort((a, b) => a.area - b.area)
  const isTaken = new Uint8Array(people[0]?.inside.length ?? 0)
  const disjoint = bySize.map((person) => {
    const isNear = dilateDiamond(person.inside, person.logits, SOFT_EDGE)
    const values = person.logits.values.map((value, i) => {
      if (person.inside[i] && !isTaken[i]) return value
      return value > 0 || !isNear[i] ? OUTSIDE_LOGIT : value
    })
    for (let i = 0; i < isTaken.length; i++) isTaken[i] ||= person.inside[i] ?? 0
    return { ...person, logits: { ...person.logits, values } }
  })
  return disjoint.sort((a, b) => middleOf(a.box).x - middleOf(b.box).x)
}

const contains = ({ inside, logits }: PersonMask, point: Point) => inside[pixelAt(point, logits)] === 1

/** Sides of the square windows, as fractions of the photo's shorter side. */
const WINDOW_SIDES = [1, 0.6]
/**
 * Distance between neighboring windows as a fraction of the windows' side. Neighboring windows overlap by the rest of
 * the side.
 */
const STEP = 0.6
/** Maximum number of windows of one size in a row or column. Each window takes one run of the network. */
const MAX_PLACES = 16

/**
 * Returns the windows for the person network, in photo px, largest first. Without windows, the network misses people
 * who are small in the photo. The overlapping squares of each size cover the photo. In a panorama that would need more
 * than MAX_PLACES squares, the windows are longer. No window shows the whole photo.
 */
export function personWindows({ width, height }: Size): Rect[][] {
  return WINDOW_SIDES.flatMap((fraction) => {
    const side = fraction * Math.min(width, height)
    const [across, down] = [windowLength(width, side), windowLength(height, side)]
    const [columns, rows] = [placesOf(width, across), placesOf(height, down)]
    if (fraction === 1 && columns.length * rows.length === 1) return []
    const size = { width: Math.round(across), height: Math.round(down) }
    return [rows.flatMap((y) => columns.map((x) => ({ x, y, ...size })))]
  })
}

/** Returns the length of windows along a side of the photo: `side`, or more if MAX_PLACES such windows are too few. */
const windowLength = (length: number, side: number) => Math.max(side, length / (1 + (MAX_PLACES - 1) * STEP))

function placesOf(length: number, side: number): number[] {
  const count = Math.max(1, Math.ceil((length - side) / (side * STEP) - 1e-6) + 1)
  return Array.from({ length: count }, (_, i) => (count > 1 ? Math.round((i * (length - side)) / (count - 1)) : 0))
}

/**
 * Sets each value of `into` to the maximum of `into` and `map`. `window`: rectangle of the map in a photo of size
 * `photo`, px. Both planes contain probabilities, 0..1. `into` is stretched to the photo.
 */
export function addWindow(into: Plane, map: Plane, window: Rect, photo: Size): void {
  const [scaleX, scaleY] = [into.width / photo.width, into.height / photo.height]
  const [left, top] = [Math.round(window.x * scaleX), Math.round(window.y * scaleY)]
  const size = {
    width: Math.min(into.width - left, Math.round(window.width * scaleX)),
    height: Math.min(into.height - top, Math.round(window.height * scaleY)),
  }
  const { values } = resizePlane(map, size)
  for (let y = 0, from = 0; y < size.height; y++)
    for (let x = 0, to = (top + y) * into.width + left; x < size.width; x++, to++, from++)
      into.values[to] = Math.max(into.values[to] ?? 0, values[from] ?? 0)
}
