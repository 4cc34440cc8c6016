/** Which part of a picture a window takes, in whole texels. `density` = texels per document px, at most 1. Pure. */
import { WINDOW_ALIGN } from '#shaders/photo/window.ts'
import type { Rect, Size } from '../../kit/base/geometry.ts'

/** Pictures up to this size are held whole: 4 M texels, about a screen. */
const WHOLE_TEXELS = 4 << 20
/** The most that a level may take to make a smaller picture from, texels. */
const SOURCE_TEXELS = 16 << 20
/** The most of its texels that one texel of a smaller picture spans, in each direction. */
const FINEST_SPAN = 8
/** Bands that a level is fed with, px of the photo. */
const BAND_PX = 1 << 20
/** A part is taken larger than asked, by this share of each side and in these steps: a little panning needs no new one. */
const MARGIN = 1 / 8
const COARSE_ALIGN = 64

/** Texels of the whole picture; the last ones may stand for a part of a document px only. */
export const sizeAt = (size: Size, density: number): Size => ({
  width: Math.max(1, Math.ceil(size.width * density - 1e-6)),
  height: Math.max(1, Math.ceil(size.height * density - 1e-6)),
})

/** Every texel that a part of the picture has a share in. */
export function texelsOf({ x, y, width, height }: Rect, density: number): Rect {
  const [left, top] = [Math.floor(x * density), Math.floor(y * density)]
  return {
    x: left,
    y: top,
    width: Math.ceil((x + width) * density) - left,
    height: Math.ceil((y + height) * density) - top,
  }
}

/** `ask` = the texels that painting reads, `take` = what a new window holds. */
export interface Part {
  ask: Rect
  take: Rect
}

/**
 * What painting `region` (document px) reads, two texels more on each side for linear taps. Null when that is wider
 * than a texture may be.
 */
export function partOf(size: Size, region: Rect, density: number, maxSide: number): Part | null {
  const whole = { x: 0, y: 0, ...sizeAt(size, density) }
  const ask = within(whole, {
    left: down(Math.floor(region.x * density) - 2, WINDOW_ALIGN),
    top: down(Math.floor(region.y * density) - 2, WINDOW_ALIGN),
    right: Math.ceil((region.x + region.width) * density) + 2,
    bottom: Math.ceil((region.y + region.height) * density) + 2,
  })
  if (ask.width > maxSide || ask.height > maxSide) return null
  if (whole.width * whole.height <= WHOLE_TEXELS && Math.max(whole.width, whole.height) <= maxSide)
    return { ask, take: whole }
  const grow = { x: Math.ceil(ask.width * MARGIN), y: Math.ceil(ask.height * MARGIN) }
  const take = within(whole, {
    left: down(ask.x - grow.x, COARSE_ALIGN),
    top: down(ask.y - grow.y, COARSE_ALIGN),
    right: up(ask.x + ask.width + grow.x, COARSE_ALIGN),
    bottom: up(ask.y + ask.height + grow.y, COARSE_ALIGN),
  })
  return { ask, take: take.width > maxSide || take.height > maxSide ? ask : take }
}

/** Powers of two are made from the photo itself; every other size from one of them. */
export const isLevel = (density: number): boolean => Number.isInteger(Math.log2(density))

/**
 * The level to make a smaller picture from: the photo itself where it can be, since texels of a coarser level that
 * are cut in two count by their share of a mean; coarser where that is too large, or more than 8 times as fine.
 */
export function levelFor(size: Size, region: Rect, density: number, maxSide: number): number {
  const coarsest = Math.min(1, 2 ** Math.ceil(Math.log2(density)))
  for (let level = 1; level > coarsest; level /= 2) {
    if (level / density > FINEST_SPAN) continue
    const part = partOf(size, region, level, maxSide)
    if (part && part.take.width * part.take.height <= SOURCE_TEXELS) return level
  }
  return coarsest
}

/** Cover a part of the level 1 / factor with bands of the photo, whole texels each, cut at the picture's edge. */
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
