/** The better matte: U2-NetP says what, SAM where its edges are, the photo itself how they run. */
import type { Size } from '../../base/geometry.ts'
import { type Candidate, candidatesFrom, type Drawings } from './candidates.ts'
import { gridOf } from './frame.ts'
import { greedyUnion } from './greedyUnion.ts'
import { type Guide, guideOf } from './guided.ts'
import { type Belief, believed } from './matteRows.ts'
import { type Colours, coloursAt } from './pictures.ts'
import { mean, type Plane, resized } from './plane.ts'
import { type Prompt, promptsFor } from './prompts.ts'

/** The networks, whoever runs them. What they throw ends the job. */
export interface Networks {
  /** U2-NetP's map of the photo, 0..1 and stretched to it, seen at `side` pixels, mirrored if so said. */
  saliency(side: 256 | 320, isMirrored: boolean): Promise<Plane>
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
  /** Of the edge, see `CONTRAST`. */
  contrast: number
}

/** Sizes of U2-NetP's map are averaged at this one. */
const BASE_SIDE = 320

export async function findSubject(
  networks: Networks,
  photo: Size,
  onProgress: (done: number) => void = () => {},
): Promise<Finding> {
  const side = { width: BASE_SIDE, height: BASE_SIDE }
  const maps = [
    await networks.saliency(320, false),
    await networks.saliency(256, false),
    await networks.saliency(320, true),
  ]
  const base = mean(maps.map((map) => resized(map, side)))
  const seen = resized(base, gridOf(photo))
  const drawings: Drawings[] = []
  const prompts = promptsFor(seen)
  for (const [i, prompt] of prompts.entries()) {
    drawings.push(await networks.decode(prompt))
    onProgress((i + 1) / prompts.length)
  }
  const candidates = candidatesFrom(drawings, seen)
  const { logits, agreement, taken } = greedyUnion(seen, candidates)
  if (!networks.detail) {
    const belief = { base, logits: taken.length > 0 ? logits : null, touches: [] }
    return { belief, agreement, candidates, contrast: CONTRAST }
  }
  const detail = await networks.detail()
  const detailAgreement = greedyUnion(resized(detail, gridOf(photo)), candidates).agreement
  const both = weighed(detail, 2 * detailAgreement ** 4, resized(base, detail), agreement ** 4)
  return { belief: { base: both, logits: null, touches: [] }, agreement, candidates, contrast: DETAIL_CONTRAST }
}

function weighed(a: Plane, weightOfA: number, b: Plane, weightOfB: number): Plane {
  const share = weightOfA / (weightOfA + weightOfB + 1e-9)
  return { ...a, values: a.values.map((value, i) => share * value + (1 - share) * (b.values[i] ?? 0)) }
}

/** The guided filter's working size and reach, and how much of the photo's texture it lets through. */
const FILTER = { side: 512, reach: 4, smoothness: 1e-4 }

/** How `belief` follows the photo's colours. */
export function guideFor(colours: Colours, photo: Size, belief: Belief): Guide {
  const scale = Math.min(1, FILTER.side / Math.max(photo.width, photo.height))
  const size = {
    width: Math.max(1, Math.round(photo.width * scale)),
    height: Math.max(1, Math.round(photo.height * scale)),
  }
  return guideOf(coloursAt(colours, size), believed(belief, size), FILTER.reach, FILTER.smoothness)
}

/** About the middle: takes the grey off edges that the networks leave soft. */
const CONTRAST = 1.3
const DETAIL_CONTRAST = 1.6
