/** Twin of foreground estimation: estimates a whole photo at once instead of tiles. */
import type { Size } from '#client/kit/base/geometry.ts'
import { parted } from '#client/render/matting/foreground/estimateForeground.ts'
import { type Painted, painted } from '#client/render/matting/foreground/quantizeLayers.ts'
import { mixedOf } from '#client/render/matting/foreground/TiledEstimator.ts'

/** For small photos only. */
export function edgeColours(rgba: ArrayLike<number>, coverage: ArrayLike<number>, size: Size): Painted {
  return painted({ rgba, coverage, parted: parted(mixedOf({ rect: { x: 0, y: 0, ...size }, rgba, coverage })) })
}
