/**
 * Where the bar of the selected layer stands: below the layer, else above it, else over its lower or upper part, but never
 * over its middle, which is dragged. Pure; CSS px.
 */
import type { Point, Rect, Size } from '../../kit/base/geometry.ts'

/** Between the layer and the bar below it. */
const GAP = 14
/** Above the layer the handle that turns it stands in between. */
const GAP_ABOVE = 44
/** Kept free around the layer's middle. */
const REACH = 12

export interface BarRoom {
  canvas: Size
  bar: Size
  /** What stands at the bottom of the canvas, undo or zoom, takes this much: the bar stays above it. */
  floor: number
  /** The layer's words are being typed: rather no bar than one that covers them. */
  isTyping: boolean
}

/** Whether a bar at `place` (the middle of its upper edge) lies over `point` or closer to it than a finger needs. */
function covers(place: Point, bar: Size, point: Point): boolean {
  const isAcross = Math.abs(point.x - place.x) < bar.width / 2 + REACH
  return isAcross && point.y > place.y - REACH && point.y < place.y + bar.height + REACH
}

/** Middle of the bar's upper edge; null = there is no room for it. `box` = the upright rectangle around the layer. */
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
