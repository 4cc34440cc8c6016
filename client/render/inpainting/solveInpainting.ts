/**
 * Patch-based inpainting of a small image: Newson, Almansa, Gousseau and Pérez, "Non-local patch-based image
 * inpainting" (IPOL 2017), after Wexler et al. 2007. From coarse to fine, each pixel of the hole becomes a weighted
 * mean of its best source patches, which PatchMatch finds for the current pixels. Two costs are added. Far shifts cost
 * more, and vertical shifts most, because backgrounds have horizontal layers (sky, horizon, ground). Sources cost more
 * if their colors differ from the colors around the hole. Repeating backgrounds are solved without these two costs.
 * Integers, doubles, a seeded generator and one thread make the result deterministic.
 */
import type { Size } from '#client/kit/geometry/geometry.ts'
import { dilateSquare, distanceInside } from '#client/kit/pixels/morphology.ts'
import type { Inpainting } from './levelFeatures.ts'
import { onionPeel } from './onionPeel.ts'
import { CHANNELS, PATCH_RADIUS, WEIGHT_CHANNEL } from './parameters.ts'
import {
  COLOR_SCALE,
  MAX_WEIGHT,
  type NearestField,
  nextRandom,
  type PatchKernel,
  type SearchProblem,
} from './patchKernel.ts'
import { type Level, pyramidOf, sourcesOf } from './pyramid.ts'
import { seamOffsets } from './seamOffsets.ts'

/**
 * Costs of a shift over the whole width and over the whole height, in squared color codes. Chosen by tests on photos.
 */
const SHIFT_COST = { x: 3000, y: 60_000 }
/**
 * Maximum ratio of two mismatches for a repeating background, such as tiles. The mismatch is the mean squared
 * difference between patches and sources at the second coarsest level, first solved without and then with the costs of
 * shift and color. A repeating background is solved without these costs, because the matching repetition may be far
 * away. The ratio is 0.4 or more in each of 44 other photos.
 */
const REPEATING = 0.25
/** A patch's weight is divided by 1.3 per px of distance from the rim, up to MAX_DEPTH. */
const CONFIDENCE_STEP = 1.3
const MAX_DEPTH = 20
/** Number of table entries per unit of the exponent. */
const EXP_STEPS = 32
/** Entry i is exp(-i / EXP_STEPS). */
const EXP_TABLE = powersOf(0.969233234476344, 12 * EXP_STEPS) // the base is e^(-1/32)
const CONFIDENCE = powersOf(1 / CONFIDENCE_STEP, MAX_DEPTH + 1)

/** The filled image at the solver's size. For each pixel, it contains the pixel to copy. All arrays are row-major. */
export interface InpaintingSolution extends Size {
  /** For each pixel, the index of its source pixel (y × width + x), or -1 if the pixel isn't copied. */
  source: Int32Array
  /** For each pixel, offsets of R, G and B that are added to the copied color to hide seams. 0 outside the hole. */
  offsets: Float32Array
  /** RGB bytes of the filled image. */
  rgb: Uint8Array<ArrayBuffer>
}

interface SolveOptions {
  /** Inner loops in WebAssembly or TypeScript, with equal results. */
  kernel: PatchKernel
  /** Different seeds result in different fills. */
  seed: number
  /** `share`: finished fraction, 0..1. */
  onProgress?(share: number): void
}

/**
 * Fills the hole of a small image. Returns the filled image and the source of each pixel of the hole. Returns null if
 * there is no hole or no patch to copy. Doesn't change `picture`. Synchronous and long: call this function in a worker,
 * and terminate the worker to stop the computation.
 */
export function solveInpainting(
  picture: Inpainting,
  { kernel, seed, onProgress }: SolveOptions,
): InpaintingSolution | null {
  if (!picture.hole.some((value) => value === 1)) return null
  const levels = pyramidOf(picture)
  const withSources = levels.map((level) => ({ level, isSource: sourcesOf(level) }))
  while (withSources.length > 0 && !withSources.at(-1)?.isSource.some((value) => value === 1)) withSources.pop()
  if (withSources.length === 0) return null
  const last = withSources.length - 1
  const second = Math.max(0, last - 1)
  const effort = withSources.map((_, index) => 4 ** -index * roundsOf(index, withSources.length).votes)
  const total = effort.reduce((sum, part, index) => sum + (index < second ? part : 2 * part), 0)
  let spent = 0
  const solveLevels = (from: number, to: number, start: Solved | null, isAnywhere: boolean): Solved | null => {
    let solved = start
    for (let index = from; index >= to; index--) {
      // safe cast: the index is within the list
      const { level, isSource } = withSources[index] as (typeof withSources)[number]
      const problem = problemOf(level, isSource, isAnywhere)
      const state = solved?.state ?? nextRandom((seed * 2_654_435_761 + 12_345) >>> 0 || 1)
      const { votes, searches } = roundsOf(index, withSources.length)
      const rounds = { votes, searches, isLast: index === 0 }
      solved = solveLevel(kernel, { level, problem, coarser: solved, state }, rounds, () => {
        spent += (effort[index] ?? 0) / votes
        onProgress?.(spent / total)
      })
    }
    return solved
  }
  const solveCoarse = (isAnywhere: boolean) => {
    const solved = solveLevels(last, second, null, isAnywhere)
    return { solved, isAnywhere, mismatch: solved ? mismatchOf(kernel, solved) : 0 }
  }
  const [near, anywhere] = [solveCoarse(false), solveCoarse(true)]
  const better = anywhere.mismatch < REPEATING * near.mismatch ? anywhere : near
  const solved = solveLevels(second - 1, 0, better.solved, better.isAnywhere)
  return solved && solutionOf(picture, solved.problem, solved.field)
}

/** A level of the pyramid with its best sources. */
interface Solved {
  problem: SearchProblem
  field: NearestField
  /** State of the random generator. */
  state: number
}

interface LevelTask {
  level: Level
  problem: SearchProblem
  coarser: Solved | null
  state: number
}

/** Solves a level from the coarser level. Calls `onVote` after each vote. */
function solveLevel(
  kernel: PatchKernel,
  { level, problem, coarser, state: start }: LevelTask,
  { votes, searches, isLast }: { votes: number; searches: number; isLast: boolean },
  onVote: () => void,
): Solved {
  const rim = distanceInside(level.hole, level)
  const count = problem.targets.length
  const field: NearestField = { source: new Int32Array(count), distance: new Float64Array(count) }
  const { inherited, next } = coarser
    ? inherit(problem, coarser.problem, coarser.field, field, start)
    : { inherited: null, next: randomField(problem, field, start) }
  if (inherited) applyVotes(level, kernel.vote(problem, field.source, inherited))
  else onionPeel(level, problem.isSource)
  let state = next
  for (let vote = 0; vote < votes; vote++) {
    state = kernel.search(problem, field, searches, state)
    if (isLast && vote === votes - 1) break
    applyVotes(level, kernel.vote(problem, field.source, weightsOf(problem, field, rim)))
    onVote()
  }
  return { problem, field, state }
}

/** Returns the mean squared difference between the patches of a level and their sources, without other costs. */
function mismatchOf(kernel: PatchKernel, { problem, field, state }: Solved): number {
  const { source, distance } = { source: field.source.slice(), distance: field.distance.slice() }
  kernel.search({ ...problem, ...unlimited(problem) }, { source, distance }, 0, state)
  return distance.reduce((sum, one) => sum + one, 0) / distance.length
}

/** Returns the problem without costs for the color and the position of sources. */
const unlimited = ({ guide }: Pick<SearchProblem, 'guide'>) => ({
  guide: new Int16Array(guide.length),
  shiftCost: { x: 0, y: 0 },
})

/** Returns the votes per level, and the search rounds before each vote. */
function roundsOf(index: number, levels: number): { votes: number; searches: number } {
  if (index === levels - 1) return { votes: 15, searches: 4 }
  if (index >= 2) return { votes: 8, searches: 4 }
  return index === 1 ? { votes: 5, searches: 4 } : { votes: 3, searches: 2 }
}

function problemOf(level: Level, isSource: Uint8Array, isAnywhere: boolean): SearchProblem {
  const { width, height, features, guide, hole } = level
  const near = dilateSquare(hole, { width, height }, PATCH_RADIUS)
  const targets = Int32Array.from([...near.keys()].filter((at) => near[at]))
  const targetAt = new Int32Array(width * height).fill(-1)
  for (const [k, at] of targets.entries()) targetAt[at] = k
  const cost = (share: number, side: number) => (share * COLOR_SCALE ** 2) / (side * side)
  const shiftCost = { x: cost(SHIFT_COST.x, width), y: cost(SHIFT_COST.y, height) }
  const costs = isAnywhere ? unlimited(level) : { guide, shiftCost }
  return { width, height, features, isSource, targets, targetAt, ...costs }
}

function randomField({ isSource }: SearchProblem, { source }: NearestField, random: number): number {
  const sources = Int32Array.from([...isSource.keys()].filter((at) => isSource[at]))
  let state = random
  for (let k = 0; k < source.length; k++) {
    state = nextRandom(state)
    source[k] = sources[state % sources.length] ?? 0
  }
  return state
}

/**
 * Sets `field` to the coarser field at twice the size, with random shifts where the coarser field has none. Returns a
 * vote weight per target patch, and the generator's next state. Shifts from the coarser field have full weight, random
 * shifts almost none.
 */
function inherit(
  problem: SearchProblem,
  coarse: SearchProblem,
  coarseField: NearestField,
  field: NearestField,
  random: number,
): { inherited: Uint16Array; next: number } {
  const next = randomField(problem, field, random)
  const weights = new Uint16Array(field.source.length).fill(1)
  const within = (at: number, side: number) => Math.min(side - PATCH_RADIUS - 1, Math.max(PATCH_RADIUS, at))
  for (const [k, at] of problem.targets.entries()) {
    const [x, y] = [at % problem.width, Math.floor(at / problem.width)]
    const parent = coarse.targetAt[(y >> 1) * coarse.width + (x >> 1)] ?? -1
    if (parent < 0) continue
    const from = coarseField.source[parent] ?? 0
    const [fx, fy] = [2 * (from % coarse.width) + (x & 1), 2 * Math.floor(from / coarse.width) + (y & 1)]
    const source = within(fy, problem.height) * problem.width + within(fx, problem.width)
    if (!problem.isSource[source]) continue
    field.source[k] = source
    weights[k] = MAX_WEIGHT
  }
  return { inherited: weights, next }
}

/**
 * Returns weights exp(-d / 2σ²) × confidence, with σ² = 75th percentile of the distances d (Newson et al. 2017, 3.2).
 */
function weightsOf({ targets }: SearchProblem, { distance }: NearestField, rim: Uint16Array): Uint16Array {
  const variance = Math.max(COLOR_SCALE ** 2, distance.toSorted()[Math.floor((3 * distance.length) / 4)] ?? 0)
  const weights = targets.map((at, k) => {
    const steps = Math.floor((EXP_STEPS * (distance[k] ?? 0)) / (2 * variance))
    const confidence = CONFIDENCE[Math.min(MAX_DEPTH, rim[at] ?? 0)] ?? 0
    return Math.max(1, Math.floor(MAX_WEIGHT * (EXP_TABLE[steps] ?? 0) * confidence))
  })
  return new Uint16Array(weights)
}

/** Sets the features of each hole pixel to the weighted mean of its votes. */
function applyVotes({ hole, features }: Level, sums: Uint32Array): void {
  for (let at = 0; at < hole.length; at++) {
    if (!hole[at]) continue
    const weight = sums[CHANNELS * at + WEIGHT_CHANNEL] ?? 0
    if (weight === 0) continue
    for (let c = 0; c < WEIGHT_CHANNEL; c++)
      features[CHANNELS * at + c] = Math.floor(((sums[CHANNELS * at + c] ?? 0) + weight / 2) / weight)
  }
}

/** Returns the solution, in which each hole pixel is copied by the best of the patches that cover it. */
function solutionOf(picture: Inpainting, problem: SearchProblem, field: NearestField): InpaintingSolution {
  const { pixels, hole } = picture
  const { width, height, targets } = problem
  const source = new Int32Array(width * height).fill(-1)
  const least = new Float64Array(width * height).fill(Number.POSITIVE_INFINITY)
  for (const [k, target] of targets.entries()) {
    const [x, y] = [target % width, Math.floor(target / width)]
    const shift = (field.source[k] ?? 0) - target
    const distance = field.distance[k] ?? 0
    for (let row = Math.max(0, y - PATCH_RADIUS); row <= Math.min(height - 1, y + PATCH_RADIUS); row++)
      for (let column = Math.max(0, x - PATCH_RADIUS); column <= Math.min(width - 1, x + PATCH_RADIUS); column++) {
        const at = row * width + column
        if (!hole[at] || distance >= (least[at] ?? 0)) continue
        least[at] = distance
        source[at] = at + shift
      }
  }
  const offsets = seamOffsets(picture, source)
  const rgb = new Uint8Array(3 * width * height)
  for (let at = 0; at < width * height; at++) {
    const from = source[at] ?? -1
    for (let c = 0; c < 3; c++) {
      const copied = (pixels[3 * (from < 0 ? at : from) + c] ?? 0) + (offsets[3 * at + c] ?? 0)
      rgb[3 * at + c] = Math.min(255, Math.max(0, Math.floor(copied + 0.5)))
    }
  }
  return { width, height, source, offsets, rgb }
}

/** Adds the solution of another hole of the same image to a solution. */
export function addSolution(to: InpaintingSolution, { source, offsets, rgb }: InpaintingSolution): void {
  for (let at = 0; at < source.length; at++) {
    if ((source[at] ?? -1) < 0) continue
    to.source[at] = source[at] ?? -1
    to.offsets.set(offsets.subarray(3 * at, 3 * at + 3), 3 * at)
    to.rgb.set(rgb.subarray(3 * at, 3 * at + 3), 3 * at)
  }
}

/** Returns the powers 1, base, base², … */
function powersOf(base: number, count: number): Float64Array {
  const powers = new Float64Array(count).fill(1)
  for (let i = 1; i < count; i++) powers[i] = (powers[i - 1] ?? 0) * base
  return powers
}
