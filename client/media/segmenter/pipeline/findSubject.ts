/** The better matte: U2-NetP says what, SAM where its edges are, the photo itself how they run. */
import type { Size } from '../../../kit/base/geometry.ts'
import { type Candidate, candidatesFrom, type Drawings } from './maskCandidates.ts'
import { gridOf, within } from './letterbox.ts'
import { greedyUnion } from './greedyUnion.ts'
import { type Guide, Guided } from './guidedFilter.ts'
import { LOOKS, type Look, weightsOf } from './testTimeAugmentation.ts'
import { type Belief, believed } from './matteRows.ts'
import { showsPeople } from './personMask.ts'
import { type Colours, coloursAt } from './networkInputs.ts'
import { mean, type Plane, resized, weighted } from './plane.ts'
import { type Prompt, promptsFor } from './samPrompts.ts'
import { settled } from './closedFormMatting.ts'
import { tidying } from './smallComponents.ts'

/** The networks, whoever runs them. What they throw ends the job. */
export interface Networks {
  /** U2-NetP's map of the photo, 0..1 and stretched to it. */
  saliency(look: Look): Promise<Plane>
  /** Where people are, 0..1 and stretched to the photo; null where there is no network for them. */
  people: (() => Promise<Plane>) | null
  decode(prompt: Prompt): Promise<Drawings>
  /** A finer network's map of the photo, 0..1 and stretched to it, where one was added; else null. */
  detail: (() => Promise<Plane>) | null
}

/** What was found, before it is drawn in full. */
export interface Finding {
  belief: Belief
  /** How well the candidates taken cover what was seen, 0..1; not a confidence. */
  agreement: number
  candidates: Candidate[]
  edge: Edge
}

/** Maps of all looks are added up at this size. */
const BASE = { width: 320, height: 320 }
/** How sharply looks are told apart by what SAM can draw. Beside a finer map the weakest may be left out sooner. */
const SHARPNESS = { alone: 2, besideDetail: 4 }

export async function findSubject(
  networks: Networks,
  photo: Size,
  onProgress: (done: number) => void = () => {},
): Promise<Finding> {
  const grid = gridOf(photo)
  const maps: Plane[] = []
  for (const look of LOOKS) maps.push(resized(await networks.saliency(look), BASE))
  const people = (await networks.people?.()) ?? null
  const hasGuest = people !== null && showsPeople(people)
  if (hasGuest) maps.push(resized(people, BASE))
  const onGrid = maps.map((map) => resized(map, grid))
  const guess = mean(onGrid.filter((_, i) => LOOKS[i]?.asks))
  const drawings: Drawings[] = []
  const prompts = promptsFor(guess)
  for (const [i, prompt] of prompts.entries()) {
    drawings.push(await networks.decode(prompt))
    onProgress((i + 1) / prompts.length)
  }
  const candidates = candidatesFrom(drawings, grid)
  const sharpness = networks.detail ? SHARPNESS.besideDetail : SHARPNESS.alone
  const weights = weightsOf(onGrid, { candidates, sharpness, hasGuest })
  const base = weighted(maps, weights)
  const { logits, agreement, taken } = greedyUnion(weighted(onGrid, weights), candidates)
  if (!networks.detail) {
    const belief = tidied({ base, logits: taken.length > 0 ? logits : null, touches: [] }, grid)
    return { belief, agreement, candidates, edge: EDGES.alone }
  }
  const detail = await networks.detail()
  const detailAgreement = greedyUnion(resized(detail, grid), candidates).agreement
  const [finer, coarser] = [2 * detailAgreement ** 4, agreement ** 4]
  const share = finer / (finer + coarser + 1e-9)
  const both = weighted([detail, resized(base, detail)], [share, 1 - share])
  const belief = tidied({ base: both, logits: null, touches: [] }, grid)
  return { belief, agreement, candidates, edge: EDGES.besideDetail }
}

const tidied = (belief: Belief, grid: Size): Belief => ({ ...belief, touches: tidying(belief, grid) })

/** How the edge of a belief is drawn. */
export interface Edge {
  /** In which what is sure finds its way along the photo's colours, see `settled`. */
  steps: number
  /** Of the windows in which colours are looked at, px: of a photo that must be shrunk for it, and of one as it is. */
  reach: { shrunk: number; own: number }
  /** How much contrast the photo must have to count: more than its noise. */
  smoothness: number
  /** About the middle: takes the grey off edges that the networks leave soft. */
  contrast: number
}

/** Shrinking takes a photo's noise away; noise is what wider windows mistake for colours of their own. */
const NARROW = { shrunk: 2, own: 1 }

/** A finer map knows soft edges itself. What was chosen says how sure it is by SAM's own logits. */
export const EDGES = {
  alone: { steps: 12, reach: NARROW, smoothness: 1e-5, contrast: 1.3 },
  besideDetail: { steps: 0, reach: { shrunk: 4, own: 4 }, smoothness: 1e-4, contrast: 1.6 },
  chosen: { steps: 12, reach: NARROW, smoothness: 1e-5, contrast: 1 },
} as const satisfies Record<string, Edge>

/** The working size. */
const FOLLOWED_SIDE = 512

/** How `belief` follows the photo's colours. `pace` is awaited in between. */
export async function guideFor(
  colours: Colours,
  photo: Size,
  belief: Belief,
  { steps, reach, smoothness }: Edge,
  pace: () => Promise<void>,
): Promise<Guide> {
  const size = within(photo, FOLLOWED_SIDE)
  const isShrunk = size.width < photo.width || size.height < photo.height
  const guided = new Guided(coloursAt(colours, size), isShrunk ? reach.shrunk : reach.own, smoothness)
  return guided.guide(await settled(believed(belief, size), guided, steps, pace))
}
