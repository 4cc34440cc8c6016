/** A reference for foreground estimation that processes a whole photo instead of tiles. */
import type { Size } from '#client/kit/base/geometry.ts'
import { estimateForeground } from '#client/render/matting/foreground/estimateForeground.ts'
import { type LayerPixels, levelOfPart, quantizeLayers } from '#client/render/matting/foreground/TiledEstimator.ts'

/** Returns the subject's colours. Only for small photos, because it is slow. */
export function edgeColours(rgba: ArrayLike<number>, coverage: ArrayLike<number>, size: Size): LayerPixels {
  return quantizeLayers({
    rgba,
    coverage,
    colours: estimateForeground(levelOfPart({ rect: { x: 0, y: 0, ...size }, rgba, coverage })),
  })
}
