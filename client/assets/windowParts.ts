/** Which part of a picture a window takes, in whole texels of its level. Pure. */
import { levelFor, WINDOW_ALIGN } from '#shaders/photo/window.ts'
import type { Rect, Size } from '../base/geometry.ts'

/** Levels up to this size are held whole: 4 M texels, about a screen. */
const WHOLE_TEXELS = 4 << 20
/** Bands that a reduction is fed with, px of level 0. */
const BAND_PX = 1 << 20
/** A part is rounded to multiples of this many texels and taken larger than asked by this share of each side, so that a little panning needs no new one. */
const COARSE_ALIGN = 64
const MARGIN = 1 / 8

export const levelSize = (size: Size, level: number): Size => ({
  width: Math.ceil(size.width / 2 ** level),
  height: Math.ceil(size.height / 2 ** level),
})

export const contains = (outer: Rect, inner: Rect) =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height

/** A part of a level: `ask` = the texels that painting reads, `take` = what a new window holds. */
interface Part {
  level: number
  ask: Rect
  take: Rect
}

/**
 * The part that painting `region` (document px) at `scale` (output px per document px) reads, two texels more on each
 * side for linear taps. A preview may fall to a coarser level than it would like; painting at full size never does:
 * it throws when the region is wider than a texture may be, since its caller tiles.
 */
export function partOf(size: Size, region: Rect, scale: number, maxSide: number): Part {
  const best = levelFor(scale)
  const fitting = scale < 1 ? [best, best + 1, best + 2, best + 3] : [best]
  for (const level of fitting) {
    const part = partOfLevel(size, region, level, maxSide)
    if (part) return part
  }
  throw new Error(`a region of ${region.width} × ${region.height} px exceeds the GPU's ${maxSide} at scale ${scale}`)
}

function partOfLevel(size: Size, region: Rect, level: number, maxSide: number): Part | null {
  const whole = { x: 0, y: 0, ...levelSize(size, level) }
  const texel = 2 ** level
  const ask = within(whole, {
    left: down(Math.floor(region.x / texel) - 2, WINDOW_ALIGN),
    top: down(Math.floor(region.y / texel) - 2, WINDOW_ALIGN),
    right: Math.ceil((region.x + region.width) / texel) + 2,
    bottom: Math.ceil((region.y + region.height) / texel) + 2,
  })
  if (ask.width > maxSide || ask.height > maxSide) return null
  if (whole.width * whole.height <= WHOLE_TEXELS && Math.max(whole.width, whole.height) <= maxSide)
    return { level, ask, take: whole }
  const grow = { x: Math.ceil(ask.width * MARGIN), y: Math.ceil(ask.height * MARGIN) }
  const take = within(whole, {
    left: down(ask.x - grow.x, COARSE_ALIGN),
    top: down(ask.y - grow.y, COARSE_ALIGN),
    right: up(ask.x + ask.width + grow.x, COARSE_ALIGN),
    bottom: up(ask.y + ask.height + grow.y, COARSE_ALIGN),
  })
  return { level, ask, take: take.width > maxSide || take.height > maxSide ? ask : take }
}

/** Cover a part of level log2(factor) with bands of level 0, whole texels each, cut at the picture's edge. */
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
