/** Computes which rectangle of an image a window loads. `density`: texels per document px, at most 1. Pure. */

import type { Rect, Size } from '#client/kit/base/geometry.ts'
import { WINDOW_ALIGN } from '#shaders/photo/window.ts'

/** Images up to this size (about one screen) are loaded completely. */
const WHOLE_TEXELS = 4 << 20
/** Maximum size, in texels, of the mip level from which a smaller image is computed. */
const SOURCE_TEXELS = 16 << 20
/** Maximum number of source texels per axis that one texel averages. */
const FINEST_SPAN = 8
/** Size of the bands in which a photo is uploaded for downsampling, px. */
const BAND_PX = 1 << 20
/** Fraction of each side that a window loads beyond the needed part, so that a short pan needs no new window. */
const MARGIN = 1 / 8
const COARSE_ALIGN = 64

/** Returns the size of the whole image in texels. The last row and column may be partial texels. */
export const texelSize = (size: Size, density: number): Size => ({
  width: Math.max(1, Math.ceil(size.width * density - 1e-6)),
  height: Math.max(1, Math.ceil(size.height * density - 1e-6)),
})

/** The texels of an image that a window needs. `needed`: painting reads them. `loaded`: a new window contains them. */
export interface WindowPart {
  needed: Rect
  loaded: Rect
}

/**
 * Returns the texels for painting `region` of an image of `size` (both document px). The returned rectangles are in
 * texels of `density` and clipped to the image. `needed` is the region plus two texels on each side for linear
 * filtering, and starts at a multiple of WINDOW_ALIGN. `loaded` is the whole image if small, else `needed` plus a
 * margin of an eighth on each side, aligned to 64 texels. A margin that would exceed `maxSide`, the maximum texture
 * size, is omitted. Returns null if `needed` itself exceeds `maxSide`.
 */
export function partOf(size: Size, region: Rect, density: number, maxSide: number): WindowPart | null {
  const whole = { x: 0, y: 0, ...texelSize(size, density) }
  const needed = clipEdges(whole, {
    left: roundDown(Math.floor(region.x * density) - 2, WINDOW_ALIGN),
    top: roundDown(Math.floor(region.y * density) - 2, WINDOW_ALIGN),
    right: Math.ceil((region.x + region.width) * density) + 2,
    bottom: Math.ceil((region.y + region.height) * density) + 2,
  })
  if (needed.width > maxSide || needed.height > maxSide) return null
  if (whole.width * whole.height <= WHOLE_TEXELS && Math.max(whole.width, whole.height) <= maxSide)
    return { needed, loaded: whole }
  const grow = { x: Math.ceil(needed.width * MARGIN), y: Math.ceil(needed.height * MARGIN) }
  const loaded = clipEdges(whole, {
    left: roundDown(needed.x - grow.x, COARSE_ALIGN),
    top: roundDown(needed.y - grow.y, COARSE_ALIGN),
    right: roundUp(needed.x + needed.width + grow.x, COARSE_ALIGN),
    bottom: roundUp(needed.y + needed.height + grow.y, COARSE_ALIGN),
  })
  return { needed, loaded: loaded.width > maxSide || loaded.height > maxSide ? needed : loaded }
}

/** Returns true for powers of two. Mip levels are downsampled from the photo, all other sizes from a mip level. */
export const isMipDensity = (density: number): boolean => Number.isInteger(Math.log2(density))

/**
 * Returns the density (a power of two) of the mip level from which an image at `density` is downsampled. Picks the
 * finest level that is at most 8 times as fine and has at most SOURCE_TEXELS for `region`. Otherwise picks the coarsest
 * level that is at least as fine as `density`. Finer levels are more exact, because fewer texels are split between two
 * output texels. `size` and `region`: document px; `maxSide`: maximum texture size.
 */
export function sourceMipFor(size: Size, region: Rect, density: number, maxSide: number): number {
  const coarsest = Math.min(1, 2 ** Math.ceil(Math.log2(density)))
  for (let level = 1; level > coarsest; level /= 2) {
    if (level / density > FINEST_SPAN) continue
    const part = partOf(size, region, level, maxSide)
    if (part && part.loaded.width * part.loaded.height <= SOURCE_TEXELS) return level
  }
  return coarsest
}

/**
 * Returns the bands of the photo (px) that cover `part` of the mip level 1 / `factor`. Bands contain whole texels and
 * are clipped to the image.
 */
export function bandsOf(part: Rect, factor: number, size: Size): Rect[] {
  const columns = Math.max(1, Math.floor(Math.min(part.width, 4096 / factor)))
  const rows = Math.max(1, Math.floor(BAND_PX / (columns * factor * factor)))
  const bands: Rect[] = []
  for (let y = part.y; y < part.y + part.height; y += rows)
    for (let x = part.x; x < part.x + part.width; x += columns) {
      const right = Math.min(size.width, Math.min(x + columns, part.x + part.width) * factor)
      const bottom = Math.min(size.height, Math.min(y + rows, part.y + part.height) * factor)
      bands.push({ x: x * factor, y: y * factor, width: right - x * factor, height: bottom - y * factor })
    }
  return bands
}

const roundDown = (texels: number, step: number) => Math.floor(texels / step) * step
const roundUp = (texels: number, step: number) => Math.ceil(texels / step) * step

function clipEdges(whole: Rect, edges: { left: number; top: number; right: number; bottom: number }): Rect {
  const x = Math.min(Math.max(0, edges.left), whole.width - 1)
  const y = Math.min(Math.max(0, edges.top), whole.height - 1)
  return {
    x,
    y,
    width: Math.max(1, Math.min(whole.width, edges.right) - x),
    height: Math.max(1, Math.min(whole.height, edges.bottom) - y),
  }
}
