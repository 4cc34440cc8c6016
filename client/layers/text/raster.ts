/**
 * Drawing a piece of a text into a bitmap, one bitmap px per output px, rotation included: edges stay crisp at every
 * angle because no texture is ever resampled. "Device px" are output px from the text's own grid origin, the whole
 * px left of and above its centre; every piece is drawn from that same origin, so pieces meet without a seam.
 */
import type { Hex } from '../../base/fields.ts'
import type { Point, Rect } from '../../base/geometry.ts'
import { overlap, turned, union } from '../shared/rect.ts'
import type { TextLayout } from './layout.ts'
import { prepare, REFERENCE_PX } from './measure.ts'

export interface Box {
  color: Hex
  /** Document px. */
  width: number
  height: number
  radius: number
}

export interface Drawing {
  layout: TextLayout
  /** CSS font at REFERENCE_PX. */
  font: string
  color: Hex
  /** Document px per em. */
  fontSize: number
  background: Box | null
  /** Degrees, clockwise. */
  rotation: number
  /** Device px per document px. */
  scale: number
  /** The centre within its device px, 0..1. */
  fraction: Point
}

export type MakeCanvas = (width: number, height: number) => OffscreenCanvas

/** Antialiasing may reach this far beyond the measured ink, device px. */
const BLEED = 2

/** Whole device px that hold everything the drawing may touch; null when it is empty. */
export function extentOf(drawing: Drawing): Rect | null {
  const local = localExtent(drawing)
  if (!local) return null
  const { x, y, width, height } = turned(local, drawing.rotation)
  const { scale, fraction } = drawing
  const [left, top] = [Math.floor(x * scale + fraction.x) - BLEED, Math.floor(y * scale + fraction.y) - BLEED]
  return {
    x: left,
    y: top,
    width: Math.ceil((x + width) * scale + fraction.x) + BLEED - left,
    height: Math.ceil((y + height) * scale + fraction.y) + BLEED - top,
  }
}

/** Whether the drawing can touch this piece: turned text leaves the corners of its extent empty. */
export function touches(drawing: Drawing, piece: Rect): boolean {
  const local = localExtent(drawing)
  if (!local) return false
  const { scale, fraction } = drawing
  const back = turned(
    {
      x: (piece.x - fraction.x - BLEED) / scale,
      y: (piece.y - fraction.y - BLEED) / scale,
      width: (piece.width + 2 * BLEED) / scale,
      height: (piece.height + 2 * BLEED) / scale,
    },
    -drawing.rotation,
  )
  return overlap(back, local) !== null
}

/** Straight from the canvas: premultiplied, sRGB-encoded. Null when the browser gives no canvas. */
export const drawPiece = (drawing: Drawing, piece: Rect, makeCanvas: MakeCanvas): ImageBitmap | null =>
  drawn(drawing, piece, makeCanvas, (canvas) => canvas.transferToImageBitmap())

/** How much of each px is covered, 0..255, row-major. Null when the browser gives no canvas. */
export const drawCoverage = (drawing: Drawing, piece: Rect, makeCanvas: MakeCanvas): Uint8Array<ArrayBuffer> | null =>
  drawn(drawing, piece, makeCanvas, (_, context) => {
    const { data } = context.getImageData(0, 0, piece.width, piece.height)
    const coverage = new Uint8Array(piece.width * piece.height)
    for (let i = 0; i < coverage.length; i++) coverage[i] = data[i * 4 + 3] ?? 0
    return coverage
  })

function drawn<T>(
  drawing: Drawing,
  piece: Rect,
  makeCanvas: MakeCanvas,
  take: (canvas: OffscreenCanvas, context: OffscreenCanvasRenderingContext2D) => T,
): T | null {
  try {
    const canvas = makeCanvas(piece.width, piece.height)
    // Read back once, into a texture: a canvas in main memory also antialiases in 256 levels on every machine.
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) return null
    const { scale, fraction } = drawing
    context.translate(fraction.x - piece.x, fraction.y - piece.y)
    context.rotate((drawing.rotation * Math.PI) / 180)
    context.scale(scale, scale)
    paint(context, drawing)
    return take(canvas, context)
  } catch {
    return null // the browser refused the canvas or ran out of memory: the caller reports it
  }
}

function paint(context: OffscreenCanvasRenderingContext2D, { layout, font, color, fontSize, background }: Drawing) {
  if (background) {
    const { width, height, radius } = background
    context.fillStyle = background.color
    context.beginPath()
    context.roundRect(-width / 2, -height / 2, width, height, Math.min(radius, width / 2, height / 2))
    context.fill()
  }
  context.scale(fontSize / REFERENCE_PX, fontSize / REFERENCE_PX)
  context.fillStyle = color
  for (const line of layout.lines) {
    prepare(context, font, line.direction)
    context.fillText(line.text, line.x * REFERENCE_PX, line.baseline * REFERENCE_PX)
  }
}

/** Unturned, document px about the centre. */
function localExtent({ layout, fontSize, background }: Drawing): Rect | null {
  const ink = layout.ink && {
    x: layout.ink.x * fontSize,
    y: layout.ink.y * fontSize,
    width: layout.ink.width * fontSize,
    height: layout.ink.height * fontSize,
  }
  if (!background) return ink
  const { width, height } = background
  const box = { x: -width / 2, y: -height / 2, width, height }
  return ink ? union(ink, box) : box
}
