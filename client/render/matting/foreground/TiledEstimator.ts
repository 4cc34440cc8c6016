import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { copyRect, expandRect, intersection, type Samples, tilesOf } from '#client/kit/geometry/rect.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import {
  downsampleLevel,
  estimateForeground,
  type LayerColors,
  type PyramidLevel,
  pyramidLevelOf,
  refineLevel,
  upsampleNearest,
} from './estimateForeground.ts'

/**
 * Maximum side of the coarse level, px. A larger photo is halved until it fits. Finer levels are solved only in tiles.
 */
const COARSE_SIDE = 1024
/** Border that is computed around a tile, px of the coarse level. */
const APRON = 8

/** Returns the number of halvings from the photo to the coarse level. */
const levelCount = ({ width, height }: Size): number =>
  Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / COARSE_SIDE)))

/**
 * Returns the part of the photo (photo px) needed at full resolution to estimate the colors of `tile`: the tile with a
 * border of 8 coarse px, clipped to the photo. If the photo is not halved, the tile has no border.
 */
export function tileWithApron(tile: Rect, size: Size): Rect {
  const apron = levelCount(size) === 0 ? 0 : APRON << levelCount(size)
  return intersection(expandRect(tile, apron), { x: 0, y: 0, ...size }) ?? tile
}

/** A part of the photo: straight RGBA bytes and the matte's coverage bytes of `rect` (photo px), row-major. */
export interface PhotoPart {
  rect: Rect
  rgba: Samples
  coverage: Samples
}

/**
 * Estimates foreground and background colors tile by tile, for photos that are too large to solve in one pass. Only the
 * coarse level is solved for the whole photo.
 */
export class TiledEstimator {
  /** `add` requires strips with a multiple of this number of rows, except for the last strip. */
  readonly rowAlignment: number
  readonly #levels: number
  readonly #coarseLevel: PyramidLevel
  #pixelsAdded = 0
  #coarseColors: LayerColors | null = null

  /** `size`: the photo's size, px. */
  constructor(size: Size) {
    this.#levels = levelCount(size)
    this.rowAlignment = 1 << this.#levels
    const [width, height] = [Math.ceil(size.width / this.rowAlignment), Math.ceil(size.height / this.rowAlignment)]
    const values = (perPixel: number) => new Float32Array(width * height * perPixel)
    this.#coarseLevel = {
      width,
      height,
      colors: values(3),
      alpha: values(1),
      alphaSquared: values(1),
      alphaColors: values(3),
    }
  }

  /**
   * Adds rows of the photo to the coarse level. Pass all rows from top to bottom, in strips of the full width. Each
   * strip except the last has a multiple of `rowAlignment` rows.
   */
  add(part: PhotoPart): void {
    let small = levelOfPart(part)
    for (let level = 0; level < this.#levels; level++) small = downsampleLevel(small)
    this.#coarseLevel.colors.set(small.colors, this.#pixelsAdded * 3)
    this.#coarseLevel.alpha.set(small.alpha, this.#pixelsAdded)
    this.#coarseLevel.alphaSquared.set(small.alphaSquared, this.#pixelsAdded)
    this.#coarseLevel.alphaColors.set(small.alphaColors, this.#pixelsAdded * 3)
    this.#pixelsAdded += small.alpha.length
  }

  /**
   * Returns the estimated colors of `tile` (photo px). Requires all rows to be added. `size`: the photo's size. `part`
   * must contain at least `tileWithApron` of the tile.
   */
  estimateTile(tile: Rect, size: Size, part: PhotoPart): LayerPixels {
    const around = tileWithApron(tile, size)
    const own = { rect: around, ...cropPart(part, around) }
    return quantizeLayers({
      ...cropPart(own, tile),
      colors: cropColors(this.#refine(levelOfPart(own), 0, around), around, tile),
    })
  }

  #refine(mixed: PyramidLevel, level: number, { x, y }: Rect): LayerColors {
    if (level === this.#levels) {
      this.#coarseColors ??= estimateForeground(this.#coarseLevel)
      return cropColors(
        this.#coarseColors,
        { ...this.#coarseLevel, x: 0, y: 0 },
        { ...mixed, x: x >> level, y: y >> level },
      )
    }
    const smaller = downsampleLevel(mixed)
    const rect = { x, y, width: 0, height: 0 }
    return refineLevel(mixed, upsampleNearest(this.#refine(smaller, level + 1, rect), smaller, mixed))
  }
}

/**
 * Converts a part of a photo to the solver's finest level: straight, encoded colors 0..1, and the coverage as alpha
 * 0..1. Ignores the photo's own alpha.
 */
export function levelOfPart({ rect: { width, height }, rgba, coverage }: PhotoPart): PyramidLevel {
  const colors = new Float32Array(width * height * 3)
  const alpha = new Float32Array(width * height)
  for (let at = 0, i = 0; at < alpha.length; at++) {
    alpha[at] = (coverage[at] ?? 0) / 255
    for (let channel = 0; channel < 3; channel++) colors[i++] = (rgba[4 * at + channel] ?? 0) / 255
  }
  return pyramidLevelOf({ width, height, colors, alpha })
}

const cropPart = ({ rect, rgba, coverage }: PhotoPart, target: Rect) => ({
  rgba: cropRows(rgba, rect, target, 4),
  coverage: cropRows(coverage, rect, target, 1),
})

const cropColors = ({ foreground: front, background: behind }: LayerColors, from: Rect, target: Rect): LayerColors => ({
  foreground: cropRows(front, from, target, 3),
  background: cropRows(behind, from, target, 3),
})

/**
 * Returns the values of `target` from an array that covers `from`, which must contain `target`. Arrays are row-major
 * with `step` values per px.
 */
export function cropRows(values: Samples, from: Rect, target: Rect, step: number): Float32Array {
  const to = new Float32Array(target.width * target.height * step)
  copyRect(values, from, to, target, step)
  return to
}

/** Side of a tile in photo px. A multiple of a coarse pixel's side. */
export const TILE_SIDE = 128
/** Maximum distance of an edge from its tile, px. A pixel of a coarser level may cover both the tile and the edge. */
const EDGE_MARGIN = 16

/**
 * Returns the tiles that contain an edge of the matte, row by row, in px. Tiles are clipped at the photo's right and
 * lower edge. `coverage`: one byte per px, row-major.
 */
export function edgeTiles(coverage: Uint8Array, size: Size): Rect[] {
  const whole = { x: 0, y: 0, ...size }
  return tilesOf(whole, TILE_SIDE).filter((tile) => {
    const seen = intersection(expandRect(tile, EDGE_MARGIN), whole) ?? tile
    return !isUniform(coverage, size.width, seen)
  })
}

function isUniform(coverage: Uint8Array, stride: number, { x, y, width, height }: Rect): boolean {
  const first = coverage[y * stride + x]
  if (first !== 0 && first !== 255) return false
  for (let row = y; row < y + height; row++)
    for (let at = row * stride + x; at < row * stride + x + width; at++) if (coverage[at] !== first) return false
  return true
}

/** Estimated colors of the foreground and the background as bytes: straight, encoded, in the photo's space. */
export interface LayerPixels {
  /**
   * RGBA, row-major. The last byte is not opacity. It is the pixel's weight in a mean, 1..255 (the layer's coverage).
   */
  foreground: Uint8Array<ArrayBuffer>
  background: Uint8Array<ArrayBuffer>
}

interface Input {
  /** `rgba`: straight RGBA of the photo. `coverage`: the photo's matte. Both are row-major. */
  rgba: ArrayLike<number>
  coverage: ArrayLike<number>
  colors: LayerColors
}

/**
 * Rounds estimated colors to bytes that recombine to the photo. At coverage 255 the foreground is the photo. At
 * coverage 0 the background is the photo. In between, alpha · foreground + (1 − alpha) · background is within one code
 * of the photo.
 */
export function quantizeLayers({ rgba, coverage, colors }: Input): LayerPixels {
  const foreground = new Uint8Array(coverage.length * 4)
  const background = new Uint8Array(coverage.length * 4)
  for (let at = 0; at < coverage.length; at++) {
    const alpha = coverage[at] ?? 0
    for (let channel = 0; channel < 3; channel++) {
      const code = rgba[4 * at + channel] ?? 0
      const [f, b] = bestCodes(code, alpha, 255 * (colors.foreground[3 * at + channel] ?? 0))
      foreground[4 * at + channel] = f
      background[4 * at + channel] = b
    }
    foreground[4 * at + 3] = Math.max(1, alpha)
    background[4 * at + 3] = Math.max(1, 255 - alpha)
  }
  return { foreground, background }
}

/**
 * Returns a foreground code and a background code within 0..255 that blend to the photo's color. The foreground code is
 * as near to the estimate as possible.
 */
function bestCodes(code: number, alpha: number, estimate: number): [foreground: number, background: number] {
  if (alpha === 255) return [code, code]
  if (alpha === 0) return [Math.round(estimate), code]
  const lowest = Math.max(0, (255 * (code - 255 + alpha)) / alpha)
  const highest = Math.min(255, (255 * code) / alpha)
  const [first, last] = [Math.ceil(lowest), Math.floor(highest)]
  const foreground = first <= last ? clamp(Math.round(estimate), first, last) : Math.round((lowest + highest) / 2)
  const background = Math.round((255 * code - alpha * foreground) / (255 - alpha))
  return [foreground, clamp(background, 0, 255)]
}
