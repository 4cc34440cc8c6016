/** Runs the compiled inner loops of the inpainting. Copies a level's arrays into the kernel's memory. */
import { growMemory } from '#client/kit/bytes/bytes.ts'
import { CHANNELS } from './parameters.ts'

/**
 * Input of the nearest-neighbor search (PatchMatch) at one pyramid level, which finds the most similar source patch
 * for each target patch. All arrays are row-major. Pixels are indices y × width + x.
 */
export interface SearchProblem {
  width: number
  height: number
  /**
   * CHANNELS numbers per pixel (`parameters.ts`) for comparing patches. Colors are bytes × COLOR_SCALE. Pixels of the
   * hole hold the current estimate.
   */
  features: Int16Array
  /**
   * GUIDE_CHANNELS numbers per pixel: the color that the hole's surroundings suggest, and its weight. Source patches
   * of a different color cost more.
   */
  guide: Int16Array
  /**
   * One byte per pixel: 1 if the patch around this pixel is within the image and contains only known pixels, otherwise
   * 0.
   */
  isSource: Uint8Array
  /** Pixel indices of the target patches' centers, ascending. Target patches may extend beyond the image. */
  targets: Int32Array
  /** For each pixel, its index in `targets`, or -1. */
  targetAt: Int32Array
  /** Cost of copying with a shift of (dx, dy) px of this level: shiftCost.x × dx² + shiftCost.y × dy². */
  shiftCost: { x: number; y: number }
}

/** Result of the search, in the order of `targets`. */
export interface NearestField {
  /** Pixel index of the best source patch's center. */
  source: Int32Array
  /** Mean squared difference per px of the patch, plus the costs of guide and shift. */
  distance: Float64Array
}

export interface PatchKernel {
  /**
   * Improves the sources in `field` by PatchMatch (Barnes et al. 2009). First computes all costs again. Then runs
   * `rounds` rounds of propagation and random search. `random`: state of an xorshift32 generator, not 0. Returns the
   * generator's next state.
   */
  search(problem: SearchProblem, field: NearestField, rounds: number, random: number): number
  /**
   * Adds each source patch, multiplied by the weight of its target patch, to the pixels that the target patch covers.
   * Returns CHANNELS sums per pixel. Weights are at most MAX_WEIGHT, because a sum must fit into 32 bits.
   */
  vote(problem: SearchProblem, source: Int32Array, weights: Uint16Array): Uint32Array
}

/** Returns the next state of Marsaglia's xorshift32 generator. `state`: 32 bits, not 0. */
export function nextRandom(state: number): number {
  let next = state ^ (state << 13)
  next ^= next >>> 17
  next ^= next << 5
  return next >>> 0
}

/** Factor from 8-bit colors to fixed-point features. Two more bits reduce the rounding errors of each level. */
export const COLOR_SCALE = 4
/** Maximum weight of a vote: the largest signed 16-bit number. */
export const MAX_WEIGHT = 32_767
/**
 * Maximum feature value. With this limit and weights up to MAX_WEIGHT, the votes of all patches that cover a pixel fit
 * into 32 bits.
 */
export const MAX_FEATURE = 2600

/** Exports of kernel/patchMatch.ts. Addresses are bytes from the start of `memory`. */
interface Kernel {
  memory: WebAssembly.Memory
  BUFFERS: WebAssembly.Global<'i32'>
  setProblem(
    width: number,
    height: number,
    features: number,
    guide: number,
    isSource: number,
    targets: number,
    targetAt: number,
    count: number,
    shiftX: number,
    shiftY: number,
  ): void
  search(source: number, distance: number, rounds: number, random: number): number
  vote(source: number, weights: number, sums: number): void
}

const ALIGN = 16
type Numbers = Int16Array | Uint8Array | Int32Array | Float64Array | Uint16Array

/**
 * Creates the patch kernel of the compiled module. Its memory grows to the largest level of all calls. This function
 * and the kernel's calls throw a RangeError when the browser is out of memory.
 */
export function createPatchKernel(code: WebAssembly.Module): PatchKernel {
  const { exports } = new WebAssembly.Instance(code)
  const kernel = exports as unknown as Kernel // safe cast: the module is compiled from kernel/patchMatch.ts

  /** Copies the arrays consecutively. Returns their addresses and the address after them. */
  function place(arrays: readonly Numbers[], from: number): number[] {
    const addresses = [from]
    for (const { byteLength } of arrays)
      addresses.push(Math.ceil(((addresses.at(-1) ?? from) + byteLength) / ALIGN) * ALIGN)
    growMemory(kernel.memory, addresses.at(-1) ?? from)
    const bytes = new Uint8Array(kernel.memory.buffer)
    for (const [i, { buffer, byteOffset, byteLength }] of arrays.entries())
      bytes.set(new Uint8Array(buffer, byteOffset, byteLength), addresses[i])
    return addresses
  }

  function setProblem(problem: SearchProblem): number {
    const { width, height, features, guide, isSource, targets, targetAt, shiftCost } = problem
    const arrays = [features, guide, isSource, targets, targetAt]
    const [a = 0, b = 0, c = 0, d = 0, e = 0, end = 0] = place(arrays, kernel.BUFFERS.value)
    kernel.setProblem(width, height, a, b, c, d, e, targets.length, shiftCost.x, shiftCost.y)
    return end
  }

  return {
    search(problem, { source, distance }, rounds, random) {
      const [a = 0, b = 0] = place([source, distance], setProblem(problem))
      const next = kernel.search(a, b, rounds, random)
      source.set(new Int32Array(kernel.memory.buffer, a, source.length))
      distance.set(new Float64Array(kernel.memory.buffer, b, distance.length))
      return next >>> 0
    },
    vote(problem, source, weights) {
      const [a = 0, b = 0, sums = 0] = place([source, weights], setProblem(problem))
      const length = CHANNELS * problem.width * problem.height
      growMemory(kernel.memory, sums + 4 * length)
      new Uint32Array(kernel.memory.buffer, sums, length).fill(0)
      kernel.vote(a, b, sums)
      return new Uint32Array(kernel.memory.buffer, sums, length).slice()
    },
  }
}
