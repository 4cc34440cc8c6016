/** Parameters of the PatchMatch kernel. AssemblyScript also imports this file and requires integers. */

/** Half the side of a patch, rounded down, px. A patch is a square of 2 × PATCH_RADIUS + 1 px. */
export const PATCH_RADIUS = 3
/**
 * Number of signed 16-bit numbers per pixel of a level: R, G, B, mean |∂x|, mean |∂y|, the constant 1 and two zeros.
 * One pixel is one vector of 128 bits.
 */
export const CHANNELS = 8
/** Channel that holds the constant 1. In a weighted sum of pixels, this channel holds the sum of the weights. */
export const WEIGHT_CHANNEL = 5
/**
 * Number of signed 16-bit numbers per pixel of the guide: low-passed R, G, B, and their weight relative to GUIDE_ONE.
 */
export const GUIDE_CHANNELS = 4
/** The weight 1 as a fixed-point number. */
export const GUIDE_ONE = 256
