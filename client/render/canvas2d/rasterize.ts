/**
 * Rasterizes 2D sketches tile by tile. One canvas px is one output px, and the rotation is applied while painting. No
 * texture is therefore resampled. "Device px" are output px counted from the layer's grid origin (the whole pixel left
 * of and above its center). Every tile is painted from this origin, so tiles meet without a seam.
 */

import { rotatedBounds } from '#client/kit/geometry/affine.ts'
import { type Point, type Rect, radiansOf } from '#client/kit/geometry/geometry.ts'
import { intersection } from '#client/kit/geometry/rect.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { pixelConversion } from '#client/kit/pixels/color-space/convertPixels.ts'

export type Context = OffscreenCanvasRenderingContext2D

/** A vector drawing with its scale and rotation for rasterizing. */
export interface ScaledSketch {
  /** Bounds of all painted pixels before rotation, document px relative to the center. Null if nothing is painted. */
  extent: Rect | null
  /** Rotation about the center, degrees clockwise. */
  rotation: number
  /** Device px per document px. */
  scale: number
  /** Offset of the center from the grid's origin within a px, device px, 0..1. */
  fraction: Point
  /** Color space of the painted values, which may differ from the canvas's color space. Absent = sRGB. */
  colorSpace?: ColorSpace
  /** Called once per tile. The context's origin is the layer's center. Its unit is document px, before rotation. */
  paint(context: Context): void
}

/** Creates a canvas of this size, px. Tests replace this function. */
export type MakeCanvas = (width: number, height: number) => OffscreenCanvas

/**
 * Creates a canvas with the browser. If the browser has no memory for the canvas, the canvas's `getContext` returns
 * null.
 */
export const browserCanvas: MakeCanvas = (width, height) => new OffscreenCanvas(width, height)

/** Frees a canvas's memory immediately. Otherwise canvases may use gigabytes until the browser collects garbage. */
export function freeCanvas(canvas: OffscreenCanvas): void {
  canvas.width = canvas.height = 0
}

/** Margin around the bounds for antialiased edges in device px. */
export const BLEED = 2

/**
 * Returns the bounds of a drawing with stroke widths and rotation: whole device px from the layer grid's origin,
 * expanded by `BLEED` on each side. The bounds are not clipped to the canvas. Returns null if the drawing has no
 * visible pixels.
 */
export const extentOf = (drawing: ScaledSketch): Rect | null =>
  drawing.extent && deviceExtent(drawing.extent, drawing, BLEED)

/**
 * Returns the bounds of a rotated rectangle in whole device px, expanded by `bleed` px. `local`: the rectangle in
 * document px, relative to the layer's center, before rotation.
 */
export function deviceExtent(
  local: Rect,
  at: Pick<ScaledSketch, 'rotation' | 'scale' | 'fraction'>,
  bleed: number,
): Rect {
  const { x, y, width, height } = rotatedBounds(local, at.rotation)
  const { scale, fraction } = at
  const [left, top] = [Math.floor(x * scale + fraction.x) - bleed, Math.floor(y * scale + fraction.y) - bleed]
  return {
    x: left,
    y: top,
    width: Math.ceil((x + width) * scale + fraction.x) + bleed - left,
    height: Math.ceil((y + height) * scale + fraction.y) + bleed - top,
  }
}

/**
 * Returns false when the tile `piece` (device px) is certainly empty, for example in the corners of a rotated sketch's
 * bounds.
 */
export function intersectsTile({ extent, rotation, scale, fraction }: ScaledSketch, piece: Rect): boolean {
  if (!extent) return false
  const back = rotatedBounds(
    {
      x: (piece.x - fraction.x - BLEED) / scale,
      y: (piece.y - fraction.y - BLEED) / scale,
      width: (piece.width + 2 * BLEED) / scale,
      height: (piece.height + 2 * BLEED) / scale,
    },
    -rotation,
  )
  return intersection(back, extent) !== null
}

/**
 * Returns a canvas with the tile `piece` (device px) of a sketch. The canvas is premultiplied, with values in `space`.
 * Converts the colors itself, because not every browser supports canvases or uploads in a different color space.
 * Returns null when the browser rejects a canvas, or when the sketch's `paint` throws.
 */
export const rasterizeTile = (
  drawing: ScaledSketch,
  piece: Rect,
  makeCanvas: MakeCanvas,
  space: ColorSpace = 'srgb',
): OffscreenCanvas | null =>
  rasterize(drawing, piece, makeCanvas, (canvas, context) => {
    const { colorSpace = 'srgb' } = drawing
    if (colorSpace === space) return canvas
    const image = context.getImageData(0, 0, piece.width, piece.height)
    pixelConversion(colorSpace, space)(image.data)
    context.putImageData(image, 0, 0)
    return canvas
  })

/**
 * Returns the alpha of each pixel of the tile `piece` (device px) of a sketch, 0..255, row-major. Returns null when the
 * browser rejects a canvas, or when the sketch's `paint` throws.
 */
export const rasterizeCoverage = (
  drawing: ScaledSketch,
  piece: Rect,
  makeCanvas: MakeCanvas,
): Uint8Array<ArrayBuffer> | null =>
  rasterize(drawing, piece, makeCanvas, (canvas, context) => {
    const { data } = context.getImageData(0, 0, piece.width, piece.height)
    freeCanvas(canvas)
    const coverage = new Uint8Array(piece.width * piece.height)
    for (let i = 0; i < coverage.length; i++) coverage[i] = data[i * 4 + 3] ?? 0
    return coverage
  })

function rasterize<T>(
  { rotation, scale, fraction, paint }: ScaledSketch,
  piece: Rect,
  makeCanvas: MakeCanvas,
  take: (canvas: OffscreenCanvas, context: Context) => T,
): T | null {
  try {
    const canvas = makeCanvas(piece.width, piece.height)
    // `willReadFrequently` stores this canvas in main memory, where every machine antialiases in 256 levels
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) return null
    context.translate(fraction.x - piece.x, fraction.y - piece.y)
    context.rotate(radiansOf(rotation))
    context.scale(scale, scale)
    paint(context)
    return take(canvas, context)
  } catch {
    return null // the browser rejected the canvas or lacks memory (the caller reports the failure)
  }
}
