/**
 * Anything that paints itself into a 2D context, drawn piece by piece: one canvas px per output px, rotation included,
 * so edges stay crisp at every angle because no texture is ever resampled. "Device px" are output px from the drawing's
 * own grid origin, the whole px left of and above its centre; every piece is drawn from that same origin, so pieces
 * meet without a seam.
 */
import type { Point, Rect } from '../../kit/base/geometry.ts'
import { overlap, turned } from '../../kit/base/rect.ts'

export type Context = OffscreenCanvasRenderingContext2D

export interface ScaledSketch {
  /** All that `paint` may touch, unturned, document px about the centre; null = nothing is painted. */
  extent: Rect | null
  /** Degrees, clockwise. */
  rotation: number
  /** Device px per document px. */
  scale: number
  /** The centre within its device px, 0..1. */
  fraction: Point
  /** Called once per piece; the context stands in the centre, unturned, in document px. */
  paint(context: Context): void
}

export type MakeCanvas = (width: number, height: number) => OffscreenCanvas

export const browserCanvas: MakeCanvas = (width, height) => new OffscreenCanvas(width, height)

/** A canvas keeps its memory until it is collected, which the browser may put off for gigabytes, unless told to let go. */
export function freeCanvas(canvas: OffscreenCanvas): void {
  canvas.width = canvas.height = 0
}

/** Antialiasing may reach this far beyond the extent, device px. */
export const BLEED = 2

/** Whole device px that hold everything the drawing may touch; null when it is empty. */
export const extentOf = (drawing: ScaledSketch): Rect | null =>
  drawing.extent && deviceExtent(drawing.extent, drawing, BLEED)

/** Whole device px around `local` (unturned, document px about the centre) and `bleed` more of them. */
export function deviceExtent(
  local: Rect,
  at: Pick<ScaledSketch, 'rotation' | 'scale' | 'fraction'>,
  bleed: number,
): Rect {
  const { x, y, width, height } = turned(local, at.rotation)
  const { scale, fraction } = at
  const [left, top] = [Math.floor(x * scale + fraction.x) - bleed, Math.floor(y * scale + fraction.y) - bleed]
  return {
    x: left,
    y: top,
    width: Math.ceil((x + width) * scale + fraction.x) + bleed - left,
    height: Math.ceil((y + height) * scale + fraction.y) + bleed - top,
  }
}

/** Whether the drawing can touch this piece: what is turned leaves the corners of its extent empty. */
export function intersectsTile({ extent, rotation, scale, fraction }: ScaledSketch, piece: Rect): boolean {
  if (!extent) return false
  const back = turned(
    {
      x: (piece.x - fraction.x - BLEED) / scale,
      y: (piece.y - fraction.y - BLEED) / scale,
      width: (piece.width + 2 * BLEED) / scale,
      height: (piece.height + 2 * BLEED) / scale,
    },
    -rotation,
  )
  return overlap(back, extent) !== null
}

/** Premultiplied, sRGB-encoded. Null when the browser gives no canvas. */
export const rasterizeTile = (drawing: ScaledSketch, piece: Rect, makeCanvas: MakeCanvas): OffscreenCanvas | null =>
  rasterize(drawing, piece, makeCanvas, (canvas) => canvas)

/** How much of each px is covered, 0..255, row-major. Null when the browser gives no canvas. */
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
    // Read back once, into a texture: a canvas in main memory also antialiases in 256 levels on every machine.
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) return null
    context.translate(fraction.x - piece.x, fraction.y - piece.y)
    context.rotate((rotation * Math.PI) / 180)
    context.scale(scale, scale)
    paint(context)
    return take(canvas, context)
  } catch {
    return null // the browser refused the canvas or ran out of memory: the caller reports it
  }
}
