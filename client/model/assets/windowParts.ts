/**
 * Computes which rectangle of a picture a window (a texture with a part of the picture) loads, in whole texels. `density`:
 * texels per document px, at most 1. Pure functions.
 */
import { WINDOW_ALIGN } from '#shaders/photo/window.ts'
import type { Rect, Size } from '../../kit/base/geometry.ts'

/** Pictures up to this many texels are loaded completely: about one screen. */
const WHOLE_TEXELS = 4 << 20
/** Maximum size of the mip level from which a smaller picture is computed, texels. */
const SOURCE_TEXELS = 16 << 20
/** Maximum number of source texels, per axis, that one texel of a smaller picture averages. */
const FINEST_SPAN = 8
/** Size of the bands in which a photo is uploaded to be downsampled, px. */
const BAND_PX = 1 << 20
/** A window loads this fraction of each side beyond what is needed, so that a short pan needs no new window. */
const MARGIN = 1 / 8
const COARSE_ALIGN = 64

/** Returns the size of the whole picture, texels; the last row and column may cover less than a full texel. */
export const texelSize = (size: Size, density: number): Size => ({
  width: Math.max(1, Math.ceil(size.width * density - 1e-6)),
  height: Math.max(1, Math.ceil(size.height * density - 1e-6)),
})

/** Returns the rectangle of all texels that overlap a rectangle of document px. */
export function coveringTexels({ x, y, width, height }: Rect, density: number): Rect {
  const [left, top] = [Math.floor(x * density), Math.floor(y * density)]
  return {
    x: left,
    y: top,
    width: Math.ceil((x + width) * density) - left,
    height: Math.ceil((y + height) * density) - top,
  }
}

/** The texels of a picture for a window. `needed`: those that painting reads. `loaded`: those that a new window contains. */
export interface Part {
  needed: Rect
  loaded: Rect
}

/**
 * Returns the texels for painting `region` (document px) of a picture of `size` (document px), both rectangles in
 * texels of `density` (texels per document px) and within the picture. `needed`: the region with two more texels on
 * each side for linear filtering; it begins at a multiple of WINDOW_ALIGN. `loaded`: the whole picture if it is small;
 * else `needed` with an eighth more on each side, aligned to 64 texels, or without that where it would exceed
 * `maxSide`. Null if `needed` exceeds `maxSide`, the maximum texture size.
 */
export function partOf(size: Size, region: Rect, density: number, maxSide: number): Part | null {
  const whole = { x: 0, y: 0, ...texelSize(size, density) }
  const needed = within(whole, {
    left: down(Math.floor(region.x * density) - 2, WINDOW_ALIGN),
    top: down(Math.floor(region.y * density) - 2, WINDOW_ALIGN),
    right: Math.ceil((region.x + region.width) * density) + 2,
    bottom: Math.ceil((region.y + region.height) * density) + 2,
  })
  if (needed.width > maxSide || needed.height > maxSide) return null
  if (whole.width * whole.height <= WHOLE_TEXELS && Math.max(whole.width, whole.height) <= maxSide)
    return { needed, loaded: whole }
  const grow = { x: Math.ceil(needed.width * MARGIN), y: Math.ceil(needed.height * MARGIN) }
  const loaded = within(whole, {
    left: down(needed.x - grow.x, COARSE_ALIGN),
    top: down(needed.y - grow.y, COARSE_ALIGN),
    right: up(needed.x + needed.width + grow.x, COARSE_ALIGN),
    bottom: up(needed.y + needed.height + grow.y, COARSE_ALIGN),
  })
  return { needed, loaded: loaded.width > maxSide || loaded.height > maxSide ? needed : loaded }
}

/**
 * Returns true for powers of two: mip levels are downsampled from the photo itself, all other sizes from a mip level.
 */
export const isMipDensity = (density: number): boolean => Number.isInteger(Math.log2(density))

/**
 * Returns the mip level from which a picture at `density` is downsampled, as the level's own density: a power of two. It is
 * the finest level that is at most 8 times as fine and whose texels for `region` number at most SOURCE_TEXELS; if none is,
 * the coarsest level that is not coarser than `density`. A finer level is more exact, because fewer of its texels are split
 * between two output texels. `size`: of the picture, `region`: what is painted of it, both document px. `maxSide`: longest
 * side of a texture, texels.
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

/** Returns the photo bands (px) that cover `part` of the mip level 1 / factor: whole texels, clipped to the picture. */
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

const down = (texels: number, step: number) => Math.floor(texels / step) * step
const up = (texels: number, step: number) => Math.ceil(texels / step) * step

function within(whole: Rect, edges: { left: number; top: number; right: number; bottom: number }): Rect {
  const x = Math.min(Math.max(0, edges.left), whole.width - 1)
  const y = Math.min(Math.max(0, edges.top), whole.height - 1)
  return {
    x,
    y,
    width: Math.max(1, Math.min(whole.width, edges.right) - x),
    height: Math.max(1, Math.min(whole.height, edges.bottom) - y),
  }
}
