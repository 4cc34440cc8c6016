/** The pixel grid of a layer, and conversions between the layer's device px and document px. */
import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import { scaleRect } from '#client/kit/geometry/rect.ts'
import type { Frame } from '../kind.ts'

/**
 * A layer's pixel grid. Device px are counted from the grid's origin, which is the nearest whole pixel left of and
 * above the layer's center.
 */
export interface LayerGrid {
  /** Part of the grid that the frame shows, in device px. */
  window: Rect
  /** Origin of the grid in document px. */
  origin: Point
  /** Device px per document px. */
  scale: number
  isDraft: boolean
}

/** Converts a rectangle from device px of a layer's grid to document px. */
export function inDocument(rect: Rect, { origin, scale }: Pick<LayerGrid, 'origin' | 'scale'>): Rect {
  const { x, y, ...size } = scaleRect(rect, 1 / scale)
  return { x: origin.x + x, y: origin.y + y, ...size }
}

/**
 * Number of subpixel positions per px. Offsets are rounded to 1/256 px, because floating-point errors would otherwise
 * cause repaints.
 */
const STEPS = 256

/**
 * Returns the pixel grid of a layer with its center at `center` (document px), and the center's subpixel offset
 * (`fraction`, 0..1). `held`: an offset to use instead, so that the layer moves only by whole pixels.
 */
export function layerGridOf(frame: Frame, center: Point, held: Point | null): { place: LayerGrid; fraction: Point } {
  const { region, scale, isDraft } = frame
  const left = alignAxis(region.x, region.width, center.x, scale, held?.x ?? null)
  const top = alignAxis(region.y, region.height, center.y, scale, held?.y ?? null)
  return {
    fraction: { x: left.fraction, y: top.fraction },
    place: {
      window: { x: left.from, y: top.from, width: left.length, height: top.length },
      origin: { x: left.origin, y: top.origin },
      scale,
      isDraft,
    },
  }
}

function alignAxis(start: number, length: number, center: number, scale: number, held: number | null) {
  // Offset of the output px from a grid at the document's origin. The offset is 0 in every export strip.
  const phase = rounded(start * scale - Math.round(start * scale))
  const exact = center * scale - phase
  const fraction = held ?? rounded(exact - Math.floor(exact)) % 1
  const origin = Math.round(exact - fraction)
  return {
    fraction,
    origin: (origin + phase) / scale,
    from: Math.round(start * scale) - 1 - origin, // extends the range by one px at each end
    length: Math.ceil(length * scale) + 2,
  }
}

const rounded = (px: number) => Math.round(px * STEPS) / STEPS
