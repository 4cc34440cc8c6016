/** Puts candidates together until they cover what U2-NetP saw. */
import type { Candidate } from './maskCandidates.ts'
import { emptyPlane, logistic, type Plane } from './plane.ts'

export interface Union {
  /** The largest logit of those taken; 0 everywhere when there was none to take. */
  logits: Plane
  /** Soft overlap of the union with the map, 0..1. */
  agreement: number
  /** Which candidates, first taken first. */
  taken: number[]
}

const LEAST_GAIN = 0.01
const MOST_PARTS = 6

/** Σ min / Σ max: overlap of two maps of 0..1. */
export function softOverlap(a: Float32Array, b: Float32Array): number {
  let [both, either] = [0, 0]
  for (let i = 0; i < a.length; i++) {
    const [left, right] = [a[i] ?? 0, b[i] ?? 0]
    both += Math.min(left, right)
    either += Math.max(left, right)
  }
  return either === 0 ? 0 : both / either
}

/** Begins with the best good match, adds what brings the union nearest to `base` while that pays. */
export function greedyUnion(base: Plane, candidates: readonly Candidate[]): Union {
  const maps = candidates.map(({ logits }) => logits.values.map(logistic))
  const matches = maps.map((map, i) => softOverlap(map, base.values) * (candidates[i]?.quality ?? 0))
  const first = matches.indexOf(Math.max(...matches))
  const seed = candidates[first]
  if (!seed) return { logits: emptyPlane(base), agreement: 0, taken: [] }

  const taken = [first]
  const logits = { ...seed.logits, values: seed.logits.values.slice() }
  let covered = maps[first] ?? new Float32Array()
  let agreement = softOverlap(covered, base.values)
  while (taken.length < MOST_PARTS) {
    const wider = maps.map((map) => map.map((value, i) => Math.max(value, covered[i] ?? 0)))
    const gains = wider.map((map) => softOverlap(map, base.values))
    const best = gains.indexOf(Math.max(...gains))
    const gained = gains[best] ?? 0
    if (gained < agreement + LEAST_GAIN) break
    taken.push(best)
    covered = wider[best] ?? covered
    agreement = gained
    const added = candidates[best]?.logits.values
    for (let i = 0; i < logits.values.length; i++) logits.values[i] = Math.max(logits.values[i] ?? 0, added?.[i] ?? 0)
  }
  return { logits, agreement, taken }
}
