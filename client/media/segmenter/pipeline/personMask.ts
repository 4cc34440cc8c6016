/** People alone, as the network for them sees them. */
import type { Size } from '../../../kit/base/geometry.ts'
import type { Candidate } from './maskCandidates.ts'
import { greedyUnion } from './greedyUnion.ts'
import type { Belief } from './matteRows.ts'
import { above, type Plane, resized } from './plane.ts'

/** Of the photo: what is less than that is no one. */
const LEAST = 0.02
/** A union that covers them worse has something else in it, or not all of them. */
const LEAST_AGREEMENT = 0.7

/** `seen`: 0..1, stretched to the photo. */
export const showsPeople = (seen: Plane): boolean =>
  above(seen, 0.5).inside.reduce((sum, own) => sum + own, 0) > LEAST * seen.width * seen.height

/** Their edges are the candidates' where those put them together, else as the network sees them. */
export function peopleOf(seen: Plane, candidates: readonly Candidate[], grid: Size): Belief {
  const { logits, agreement } = greedyUnion(resized(seen, grid), candidates)
  return { base: seen, logits: agreement >= LEAST_AGREEMENT ? logits : null, touches: [] }
}
