/** A reference for foreground estimation that processes a whole photo instead of tiles. */
import type { Size } from '#client/kit/geometry/geometry.ts'
import type { Samples } from '#client/kit/geometry/rect.ts'
import { estimateForeground } from '#client/render/matting/foreground/estimateForeground.ts'
import { type LayerPixels, levelOfPart, quantizeLayers } from '#client/render/matting/foreground/TiledEstimator.ts'

/** Returns the subject's colors. Only for small photos, because it is slow. */
export function edgeColors(rgba: Samples, coverage: Samples, size: Size): LayerPixels {
  return quantizeLayers({
    rgba,
    coverage,
    colors: estimateForeground(levelOfPart({ rect: { x: 0, y: 0, ...size }, rgba, coverage })),
  })
}
