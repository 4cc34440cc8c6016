/** Parameters of the PatchMatch kernel, AssemblyScript and TypeScript. Whole numbers, as AssemblyScript needs. */

/** Half the side of a patch, px: a patch is a square of 2 × PATCH_RADIUS + 1 px. */
export const PATCH_RADIUS = 3
/**
 * Signed 16-bit numbers per pixel of a level: R, G, B, mean |∂x|, mean |∂y|, the constant 1, two zeros. A vector of 128
 * bits holds one pixel; the constant sums up the weights of votes.
 */
export const CHANNELS = 8
/** Index of the channel that is the constant 1: in a sum of weighted px it holds the sum of the weights. */
export const WEIGHT_CHANNEL = 5
/** Signed 16-bit numbers per pixel of the guide: low-passed R, G, B, and their weight of GUIDE_ONE. */
export const GUIDE_CHANNELS = 4
/** The weight 1 in the guide's fixed-point numbers. */
export const GUIDE_ONE = 256
