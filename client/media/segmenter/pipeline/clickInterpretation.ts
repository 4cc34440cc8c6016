/**
 * Chooses the mask that the user clicked. For one point, SAM returns a part, an object and a whole, and sometimes rates
 * the whole photo best. The first click means a whole object. A later click means the part whose middle it hits
 * (docs/decisions/0045).
 */
import { distance, type Point, type Rect, type Size } from '#client/kit/geometry/geometry.ts'
import { clickedPoints } from '../clickPoints.ts'
import type { SelectionInput } from '../segmentationTypes.ts'
import { componentAt } from './components.ts'
import { distanceTransform } from './distanceTransform.ts'
import { countAbove, type ScoredMask, stabilityScore } from './maskCandidates.ts'
import { INSIDE_LOGIT, type MaskEstimate, OUTSIDE_LOGIT, probabilityMap } from './maskEstimate.ts'
import { memberOf, showsPeople, wholePerson, withLargerPerson, withMaskInBox } from './people/clickedPerson.ts'
import { areaOf, type BinaryMask, type Plane, pixelAt, thresholdPlane } from './plane.ts'
import { keepComponentsAt } from './smallComponents.ts'

/** A positive (`adds`) or negative click at a point of the mask grid. */
export interface Click {
  point: Point
  adds: boolean
}

/** The subject selection before a click or box: the mask estimate, and the earlier clicks and boxes. */
export interface SelectionState {
  estimate: MaskEstimate
  choices: readonly SelectionInput[]
}

/**
 * The clicked photo. `size`: px. `objects`: logits of its objects, as far as known. `personMap`: returns the
 * probabilities of a person, or null. `maskInBox`: returns SAM's best mask in a box. All but `size` on the mask grid.
 */
interface ClickedPhoto {
  size: Size
  objects: readonly Plane[]
  personMap(): Promise<Plane | null>
  maskInBox(box: Rect): Promise<ScoredMask | undefined>
}

interface Interpretation {
  mask: ScoredMask
  /**
   * Distance from the click to the edge of the area that the mask would change. A fraction of the maximum distance in
   * this area, 0..1.
   */
  centrality: number
  /**
   * Fraction of the selected pixels that stay selected. Always 1 for a positive click. Also 1 if the selection consists
   * only of clicks, because a negative click may then remove the whole selection.
   */
  remaining: number
  /** Certainty that the mask of the first click shows a whole object. Null for later clicks. */
  wholeness: number | null
}

/**
 * Minimum values of a good interpretation. If a value is lower, the mask is limited to a disc around the click. The
 * disc's radius is the click's distance to the edge times NEIGHBORHOOD_FACTOR.
 */
const MINIMUM = { centrality: 0.2, remaining: 0.2 }
const NEIGHBORHOOD_FACTOR = 2
/**
 * Exponent of a mask's area in the score of the first click. A mask with ten times the area needs only half the
 * certainty for the same score.
 */
const AREA_POWER = 0.3
/** Factor for a mask that reaches an upper corner of the photo. Such a mask is usually a wall or the sky. */
const UPPER_CORNER = 0.5
/**
 * Radius around a click, grid px. The mask includes the pixels around its own click, and excludes those around earlier
 * clicks of the other kind.
 */
const CLICK_RADIUS = 2

/**
 * Returns the mask that a choice selects. `isPart`: whether the user clicked a part of an object. `ranked`: SAM's masks,
 * best first. `isPerson`: whether the first choice is a person.
 */
export async function maskOfChoice(
  choice: SelectionInput,
  isPart: boolean,
  ranked: readonly ScoredMask[],
  { estimate, choices }: SelectionState,
  { size, objects, ...photo }: ClickedPhoto,
): Promise<ScoredMask & { isPerson: boolean }> {
  const [best, ...others] = ranked
  if (!best) throw new Error('the decoder returned no masks')
  const isFirst = choice.adds && choices.length === 0 && !estimate.prior && !estimate.logits
  const personMap = isFirst ? await photo.personMap() : null
  const found = (mask: ScoredMask) => ({ ...mask, isPerson: personMap !== null && showsPeople(mask, personMap) })
  const toGrid = best.width / size.width
  const [point] = clickedPoints(choice, toGrid)
  if (!point) return found(best) // a box has only one interpretation, but a point has several
  const earlier = choices.flatMap((one) => clickedPoints(one, toGrid).map((at) => ({ point: at, adds: one.adds })))
  const whole = interpretClick([best, ...others], { point, adds: choice.adds }, earlier, estimate, best, personMap)
  const one = isFirst ? memberOf(whole, ranked, point, objects) : whole
  if (isPart) return found(interpretAsPart(ranked, one, point, best))
  return found(personMap ? await withMaskInBox(one, point, personMap, photo.maskInBox) : one)
}

/**
 * Returns the logits of the mask that the user probably clicked, to be added or removed. `masks`: SAM's masks, best
 * first. `earlierClicks`: the mask excludes the pixels around those of the other kind. `estimate`: the selection before
 * the click. `grid`: size of the mask grid. `personMap`: probabilities of a person on the mask grid. With this map, the
 * first click selects a whole person.
 */
export function interpretClick(
  masks: readonly [ScoredMask, ...ScoredMask[]],
  click: Click,
  earlierClicks: readonly Click[],
  estimate: MaskEstimate,
  grid: Size,
  personMap: Plane | null = null,
): ScoredMask {
  const current = thresholdPlane(probabilityMap(estimate, grid), 0.5)
  const opposing = earlierClicks.filter(
    ({ point, adds }) => adds !== click.adds && distance(point, click.point) > 2 * CLICK_RADIUS,
  )
  const mayBecomeEmpty = estimate.prior === null && estimate.logits === null
  const interpretations = masks.flatMap((mask) => interpretationsOf(mask, click, current, mayBecomeEmpty))
  const respectsEarlierClicks = ({ mask }: Interpretation) =>
    opposing.every(({ point }) => !((mask.values[pixelAt(point, grid)] ?? 0) > 0))
  const best = bestInterpretation(interpretations.filter(respectsEarlierClicks)) ?? bestInterpretation(interpretations)
  const isFirst = areaOf(current) === 0
  if (isFirst && best && personMap) {
    const person = wholePerson(best.mask, masks, click.point, personMap)
    const chosen = person ? interpretClick(person, click, earlierClicks, estimate, grid) : best.mask
    const { predictedIou, ...logits } = withLargerPerson(chosen, masks, click.point, personMap)
    return { ...pinClicks(logits, click, opposing), predictedIou }
  }
  // if every mask leaves the clicked pixel unchanged, uses SAM's best mask
  const { predictedIou, ...logits } = best?.mask ?? { ...masks[0], ...keepComponentsAt(masks[0], [click.point]) }
  return { ...pinClicks(logits, click, opposing), predictedIou }
}

/** A mask with at least this fraction of the whole object's area isn't a part of the object. */
const PART_AREA = 0.75

/**
 * Returns the logits of the clicked part of an object, by the rules of the first click. `whole`: the mask of the whole
 * object, which is returned if SAM returned no smaller mask. `masks`: SAM's masks, best first.
 */
export function interpretAsPart(masks: readonly ScoredMask[], whole: ScoredMask, point: Point, grid: Size): ScoredMask {
  const isPart = (mask: ScoredMask) =>
    (mask.values[pixelAt(point, grid)] ?? 0) > 0 && countAbove(mask, 0) < PART_AREA * countAbove(whole, 0)
  const [first, ...others] = masks.filter(isPart)
  const nothing = { prior: null, logits: null, edits: [] }
  return first ? interpretClick([first, ...others], { point, adds: true }, [], nothing, grid) : whole
}

function interpretationsOf(
  mask: ScoredMask,
  { point, adds }: Click,
  current: BinaryMask,
  mayBecomeEmpty: boolean,
): Interpretation[] {
  const own = { ...keepComponentsAt(mask, [point]), predictedIou: mask.predictedIou }
  const changed = componentAt(changedPixels(own, current, adds), point)
  if (!changed) return []
  const area = areaOf(current)
  const { distanceToEdge, centrality } = centralityOf(changed, point)
  const remainingAfter = (part: BinaryMask) => (adds || mayBecomeEmpty ? 1 : 1 - areaOf(part) / area)
  const whole = {
    mask: own,
    centrality,
    remaining: remainingAfter(changed),
    wholeness: area === 0 ? wholenessOf(own) : null,
  }
  if (area === 0 || (centrality >= MINIMUM.centrality && whole.remaining >= MINIMUM.remaining)) return [whole]
  const neighborhood = componentAt(disc(changed, point, NEIGHBORHOOD_FACTOR * distanceToEdge), point)
  if (!neighborhood) return [whole]
  const values = own.values.map((value, i) => (neighborhood.inside[i] ? value : OUTSIDE_LOGIT))
  return [
    whole,
    {
      mask: { ...own, values },
      centrality: centralityOf(neighborhood, point).centrality,
      remaining: remainingAfter(neighborhood),
      wholeness: null,
    },
  ]
}

function bestInterpretation(interpretations: readonly Interpretation[]): Interpretation | undefined {
  const scores = interpretations.map(
    ({ mask, centrality, remaining, wholeness }) =>
      mask.predictedIou * (wholeness ?? Math.sqrt(centrality * remaining)),
  )
  return interpretations[scores.indexOf(Math.max(...scores))]
}

/**
 * Returns a power of the mask's stability (Kirillov et al. 2023, "Segment Anything") times a power of its area. The
 * stability is low for a mask without clear edges, whose matte would cover most of the photo. A mask that reaches a
 * corner of the photo is usually background, so its stability gets a higher exponent.
 */
function wholenessOf(mask: Plane): number {
  const { width, values } = mask
  const reaches = (at: number) => (values[at] ?? 0) > 0
  const last = values.length - 1
  const isUpper = reaches(0) || reaches(width - 1)
  const isCorner = isUpper || reaches(last - width + 1) || reaches(last)
  return (isUpper ? UPPER_CORNER : 1) * stabilityScore(mask) ** (isCorner ? 4 : 2) * countAbove(mask, 0) ** AREA_POWER
}

const changedPixels = ({ width, height, values }: Plane, current: BinaryMask, adds: boolean): BinaryMask => ({
  width,
  height,
  inside: new Uint8Array(values.map((value, i) => Number(value > 0 && adds !== Boolean(current.inside[i])))),
})

function centralityOf(region: BinaryMask, point: Point): { distanceToEdge: number; centrality: number } {
  const distances = distanceTransform(region)
  const distanceToEdge = distances[pixelAt(point, region)] ?? 0
  return { distanceToEdge, centrality: distanceToEdge / distances.reduce((largest, own) => Math.max(largest, own), 0) }
}

const pixelCenter = (at: number, { width }: Size): Point => ({ x: (at % width) + 0.5, y: Math.floor(at / width) + 0.5 })

function disc(region: BinaryMask, point: Point, radius: number): BinaryMask {
  const inside = region.inside.map((own, at) => Number(own && distance(pixelCenter(at, region), point) <= radius))
  return { ...region, inside }
}

/** Returns the mask with the pixels around the click added, and the pixels around opposing clicks removed. */
function pinClicks(logits: Plane, { point }: Click, opposing: readonly Click[]): Plane {
  const isForeground = (logits.values[pixelAt(point, logits)] ?? 0) > 0
  const values = logits.values.map((value, at) => {
    const here = pixelCenter(at, logits)
    if (distance(here, point) <= CLICK_RADIUS && (value > 0 || !isForeground)) return INSIDE_LOGIT
    return value > 0 && opposing.some((other) => distance(here, other.point) <= CLICK_RADIUS) ? OUTSIDE_LOGIT : value
  })
  return { ...logits, values }
}
