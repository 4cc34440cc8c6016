/** The pixel grid of a layer: where the layer's own device px lie in a frame. */
import type { Point, Rect } from '../../kit/base/geometry.ts'
import { scaleRect } from '../../kit/base/rect.ts'
import type { Frame } from '../kind.ts'

/** Device px are counted from the layer's grid origin: the whole px left of and above its centre. */
export interface LayerGrid {
  /** The part that the frame shows, device px. */
  window: Rect
  /** The grid's origin, document px. */
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

/** Subpixel positions are rounded to 1/256 px, so that float noise causes no repaint. */
const STEPS = 256

/**
 * Returns the pixel grid of a layer whose centre is at `center` (document px), and the centre's subpixel offset in that
 * grid (`fraction`, 0..1). `held`: an offset to keep instead, so that the layer moves by whole px only.
 */
export function layerGridOf(frame: Frame, center: Point, held: Point | null): { place: LayerGrid; fraction: Point } {
  const { region, scale, isDraft } = frame
  const left = along(region.x, region.width, center.x, scale, held?.x ?? null)
  const top = along(region.y, region.height, center.y, scale, held?.y ?? null)
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

function along(start: number, length: number, center: number, scale: number, held: number | null) {
  // Offset of the output's px from a grid at the document's origin: 0 in every strip of an export.
  const phase = rounded(start * scale - Math.round(start * scale))
  const exact = center * scale - phase
  const fraction = held ?? rounded(exact - Math.floor(exact)) % 1
  const origin = Math.round(exact - fraction)
  return {
    fraction,
    origin: (origin + phase) / scale,
    from: Math.round(start * scale) - 1 - origin, // with a px to spare at each end
    length: Math.ceil(length * scale) + 2,
  }
}

const rounded = (px: number) => Math.round(px * STEPS) / STEPS
