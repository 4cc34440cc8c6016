/** Settings of the matting step, and the step itself at the working size. */
import type { Size } from '../../../kit/base/geometry.ts'
import { closedFormMatting } from './closedFormMatting.ts'
import { GuidedFilter, type LinearCoefficients } from './guidedFilter.ts'
import { sizeWithin } from './letterbox.ts'
import { type MaskEstimate, probabilityMap } from './maskEstimate.ts'
import { type RgbPlanes, resizePlanes } from './networkInputs.ts'

/** How a mask estimate becomes a matte along the photo's edges. */
export interface MattingSettings {
  /** Number of iterations of closed-form matting. */
  iterations: number
  /** Radius of the guided filter's windows, px: for photos downscaled to the working size, and for smaller photos. */
  radius: { downscaled: number; native: number }
  /** ε of the guided filter: the colour variance below which an edge counts as noise. */
  epsilon: number
  /** Contrast gain around 0.5, which sharpens soft edges. 1 = unchanged. */
  contrast: number
}

/** Window radii, px. Downscaling removes noise, so a downscaled photo can have the wider window. */
const NARROW_WINDOWS = { downscaled: 2, native: 1 }

/** SAM's logits of a chosen subject need no extra contrast. */
export const MATTING = {
  found: { iterations: 12, radius: NARROW_WINDOWS, epsilon: 1e-5, contrast: 1.3 },
  chosen: { iterations: 12, radius: NARROW_WINDOWS, epsilon: 1e-5, contrast: 1 },
} as const satisfies Record<string, MattingSettings>

/** Longer side at which the matte is solved, px. */
const MATTING_SIDE = 512

/**
 * Returns the guided filter's coefficients for the matte of `estimate`. `rgb`: 0..1, sRGB-encoded; at least as large as
 * the working size if the photo is. `onYield` is awaited between iterations; its errors are passed on.
 */
export async function matteCoefficients(
  rgb: RgbPlanes,
  photo: Size,
  estimate: MaskEstimate,
  { iterations, radius, epsilon }: MattingSettings,
  onYield: () => Promise<void>,
): Promise<LinearCoefficients> {
  const size = sizeWithin(photo, MATTING_SIDE)
  const isDownscaled = size.width < photo.width || size.height < photo.height
  const filter = new GuidedFilter(resizePlanes(rgb, size), isDownscaled ? radius.downscaled : radius.native, epsilon)
  return filter.coefficients(await closedFormMatting(probabilityMap(estimate, size), filter, iterations, onYield))
}
