/**
 * What a click does to what is chosen. A point may mean a part, a thing or the whole it belongs to, and SAM is surest of
 * the whole photo at times. Whoever points at something points at its middle: that tells them apart. See docs/decisions/0045.
 */
import type { Point, Size } from '../../../kit/base/geometry.ts'
import { touched } from './componentsAtPoints.ts'
import { partAt } from './components.ts'
import { depthOf } from './distanceTransform.ts'
import { type Belief, believed } from './matteRows.ts'
import { above, type Plane, type Region } from './plane.ts'
import type { Drawing } from './rankMasks.ts'

export interface Click {
  place: Point // grid px
  adds: boolean
}

/** One way to take a click. */
interface Answer {
  drawing: Drawing
  /** How deep the click lies in what is turned over, as a share of the deepest. */
  middle: number
  /**
   * Of what is chosen. Who takes away from what was found means a part: who wants nothing of it begins anew. What clicks
   * alone have added may be taken back, the last of it too: then all counts as left.
   */
  left: number
}

/** With less of either it may be that only what lies about the click is meant, as far as a multiple of its depth. */
const LEAST = { middle: 0.2, left: 0.2 }
const REACH = 2
/** So far about a place that was pointed at, grid px, all is as it was said to be. */
const PLACE = 2
const SURE = 12
const NEVER = -20

/** `drawings`: the likeliest first. `earlier`: what was pointed at before, which stays so. */
export function correction(
  drawings: readonly [Drawing, ...Drawing[]],
  click: Click,
  earlier: readonly Click[],
  before: Belief,
  grid: Size,
): Drawing {
  const now = above(believed(before, grid), 0.5)
  const kept = earlier.filter(({ place, adds }) => adds !== click.adds && distance(place, click.place) > 2 * PLACE)
  const mayEmpty = before.base === null && before.logits === null
  const answers = drawings.flatMap((drawing) => answersFrom(drawing, click, now, mayEmpty))
  const isApart = ({ drawing }: Answer) => kept.every(({ place }) => !((drawing.values[indexOf(place, grid)] ?? 0) > 0))
  const best = likeliest(answers.filter(isApart)) ?? likeliest(answers)
  // Where the place is as it should be already, or SAM sees nothing there, its own estimate is all there is.
  const { quality, ...logits } = best?.drawing ?? { ...drawings[0], ...touched(drawings[0], [click.place]) }
  return { ...holding(logits, click, kept), quality }
}

function answersFrom(drawing: Drawing, { place, adds }: Click, now: Region, mayEmpty: boolean): Answer[] {
  const own = { ...touched(drawing, [place]), quality: drawing.quality }
  const turned = partAt(turnedOver(own, now, adds), place)
  if (!turned) return []
  const area = areaOf(now)
  const { depth, middle } = placed(turned, place)
  const leftBy = (part: Region) => (adds || mayEmpty ? 1 : 1 - areaOf(part) / area)
  const answer = { drawing: own, middle, left: leftBy(turned) }
  if (area === 0 || (middle >= LEAST.middle && answer.left >= LEAST.left)) return [answer]
  const near = partAt(within(turned, place, REACH * depth), place)
  if (!near) return [answer]
  const values = own.values.map((value, i) => (near.inside[i] ? value : NEVER))
  return [answer, { drawing: { ...own, values }, middle: placed(near, place).middle, left: leftBy(near) }]
}

function likeliest(answers: readonly Answer[]): Answer | undefined {
  const scores = answers.map(({ drawing, middle, left }) => drawing.quality * Math.sqrt(middle * left))
  return answers[scores.indexOf(Math.max(...scores))]
}

const areaOf = ({ inside }: Region): number => inside.reduce((sum, own) => sum + own, 0)

const turnedOver = ({ width, height, values }: Plane, now: Region, adds: boolean): Region => ({
  width,
  height,
  inside: Uint8Array.from(values, (value, i) => Number(value > 0 && adds !== Boolean(now.inside[i]))),
})

function placed(region: Region, place: Point): { depth: number; middle: number } {
  const depths = depthOf(region)
  const depth = depths[indexOf(place, region)] ?? 0
  return { depth, middle: depth / depths.reduce((deepest, own) => Math.max(deepest, own), 0) }
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
const middleOf = (at: number, { width }: Size): Point => ({ x: (at % width) + 0.5, y: Math.floor(at / width) + 0.5 })

function indexOf({ x, y }: Point, { width, height }: Size): number {
  const held = (place: number, length: number) => Math.min(length - 1, Math.max(0, Math.floor(place)))
  return held(y, height) * width + held(x, width)
}

function within(region: Region, place: Point, reach: number): Region {
  const inside = region.inside.map((own, at) => Number(own && distance(middleOf(at, region), place) <= reach))
  return { ...region, inside }
}

/** The click's own place is surely taken, whatever was drawn there, and places of before are not. */
function holding(logits: Plane, { place }: Click, kept: readonly Click[]): Plane {
  const isTaken = (logits.values[indexOf(place, logits)] ?? 0) > 0
  const values = logits.values.map((value, at) => {
    const here = middleOf(at, logits)
    if (distance(here, place) <= PLACE && (value > 0 || !isTaken)) return SURE
    return value > 0 && kept.some((other) => distance(here, other.place) <= PLACE) ? NEVER : value
  })
  return { ...logits, values }
}
