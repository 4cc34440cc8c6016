/** The inner loops of the inpainting: compiled in wasmPatchKernel.ts, in plain TypeScript in plainPatchKernel.ts. */

/**
 * Input of the nearest-neighbour search (PatchMatch) at one level of the pyramid: it finds for each target patch the source
 * patch that resembles it most. All arrays are row-major, and pixels are named by their index y × width + x.
 */
export interface SearchProblem {
  width: number
  height: number
  /**
   * CHANNELS numbers per pixel, side by side: what patches are compared by (`parameters.ts` lists the channels). Colours are
   * bytes × COLOUR_SCALE. Pixels of the hole hold the present estimate.
   */
  features: Int16Array
  /**
   * GUIDE_CHANNELS numbers per pixel, side by side: the colour that the surroundings of the hole suggest for the pixel, and
   * its weight. A source patch of another colour costs more.
   */
  guide: Int16Array
  /** 1 where a whole patch of known pixels is centred, 0 elsewhere and within PATCH_RADIUS of the border. */
  isSource: Uint8Array
  /** Pixel indices of the centres of the patches to be matched, ascending. Patches may reach beyond the border. */
  targets: Int32Array
  /** By pixel index: its position in `targets`, or -1. */
  targetAt: Int32Array
  /** Cost of copying from (dx, dy) px of this level away: shiftCost.x × dx² + shiftCost.y × dy². */
  shiftCost: { x: number; y: number }
}

/** Result of the search, one entry per entry of `targets`, in the same order. */
export interface NearestField {
  /** Pixel index of the centre of the best source patch found. */
  source: Int32Array
  /** Mean squared difference per px of the patch, plus the costs of guide and shift. */
  distance: Float64Array
}

/** The inner loops of the inpainting, compiled to WebAssembly or in plain TypeScript. */
export interface PatchKernel {
  /**
   * PatchMatch (Barnes et al. 2009): measures every entry of `field` anew, then improves it in place by `rounds` of
   * propagation and random search. `random`: the state of an xorshift32 generator, not 0. Returns its next state.
   */
  search(problem: SearchProblem, field: NearestField, rounds: number, random: number): number
  /**
   * Adds each source patch, times the weight of its target, to the pixels it covers. Returns CHANNELS sums per pixel of
   * the level. Weights are at most MAX_WEIGHT, so that a sum fits into 32 bits.
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

/**
 * Factor from an 8-bit colour to the fixed-point numbers of a level's features: two more bits, because every level
 * rounds its means.
 */
export const COLOUR_SCALE = 4
/** The largest weight of a vote: the largest signed 16-bit number. */
export const MAX_WEIGHT = 32_767
/**
 * The largest feature for which the votes of all patches that cover a px, each times at most MAX_WEIGHT, sum up within
 * 32 bits.
 */
export const MAX_FEATURE = 2600
