/** Reference for foreground estimation: estimates a whole photo in one pass instead of in tiles. */
import type { Size } from '#client/kit/base/geometry.ts'
import { estimateForeground } from '#client/render/matting/foreground/estimateForeground.ts'
import { type LayerPixels, levelOfPart, quantizeLayers } from '#client/render/matting/foreground/TiledEstimator.ts'

/** Returns the subject's colours of a photo. Only for small photos, because of the cost. */
export function edgeColours(rgba: ArrayLike<number>, coverage: ArrayLike<number>, size: Size): LayerPixels {
  return quantizeLayers({
    rgba,
    coverage,
    colours: estimateForeground(levelOfPart({ rect: { x: 0, y: 0, ...size }, rgba, coverage })),
  })
}
