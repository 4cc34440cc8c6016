import type { Point, Rect, Size } from '#client/kit/base/geometry.ts'

/** Distance between the layer and the bar below it, CSS px. */
const GAP = 14
/** Distance between the bar and the layer below it, CSS px; the rotation handle is in between. */
const GAP_ABOVE = 44
/** Minimum distance between the bar and the layer's centre, CSS px. */
const REACH = 12

/** The space in which the bar is placed, CSS px. */
export interface BarRoom {
  canvas: Size
  bar: Size
  /** Height of other controls at the bottom of the canvas. The bar stays above them. */
  floor: number
  /** The user is typing the layer's text, which the bar must not cover. */
  isTyping: boolean
}

/** Returns true when a bar at `place` (the centre of its upper edge) covers `point` or is closer to it than REACH. */
function covers(place: Point, bar: Size, point: Point): boolean {
  const isAcross = Math.abs(point.x - place.x) < bar.width / 2 + REACH
  return isAcross && point.y > place.y - REACH && point.y < place.y + bar.height + REACH
}

/**
 * Returns the position of the bar's top centre, CSS px. The bar is below the layer if possible, otherwise above it. The
 * last choice is over its lower or upper part, without covering its centre, which the user drags. Null when there is no
 * room. `box` is the upright bounding box of the layer.
 */
export function barPlace(box: Rect, { canvas, bar, floor, isTyping }: BarRoom): Point | null {
  const half = bar.width / 2
  const x = Math.min(canvas.width - half, Math.max(half, box.x + box.width / 2))
  const lowest = canvas.height - floor - bar.height
  const below = box.y + box.height + GAP
  if (below <= lowest) return { x, y: Math.max(GAP, below) }
  const above = box.y - GAP_ABOVE - bar.height
  if (above >= GAP) return { x, y: Math.min(lowest, above) }
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const places = isTyping ? [] : [Math.max(0, lowest), GAP].map((y) => ({ x, y }))
  return places.find((place) => !covers(place, bar, middle)) ?? null
}
