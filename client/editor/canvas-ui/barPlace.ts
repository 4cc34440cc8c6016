import { middleOf, type Point, type Rect, type Size } from '#client/kit/base/geometry.ts'
import { clamp } from '#client/kit/base/numbers.ts'
import { intersection } from '#client/kit/base/rect.ts'

/** Distance between the layer and the bar below it, CSS px. */
const GAP = 14
/** Distance between the layer and the bar below it if the rotation handle is between them, CSS px. */
const GAP_OF_HANDLE = 44
/** Minimum distance between the bar and a point that it must not cover, CSS px. */
const REACH = 12

/** The space in which the bar is placed, CSS px. */
export interface BarRoom {
  canvas: Size
  bar: Size
  /** Height of other controls at the bottom of the canvas. The bar stays above them. */
  floor: number
  /** True while the user types the layer's text. The bar must not cover the text. */
  isTyping: boolean
  /** The layer's handles. */
  handles: readonly Point[]
  /** The subject's head, or null without a subject. */
  head: Rect | null
}

/**
 * Returns the position of the bar's top centre, CSS px, or null without enough room. The bar is below the layer if
 * possible, otherwise above the layer. Without room at either position, the bar lies on the layer, at the bottom or top
 * of the canvas. The bar avoids the layer's handles and, beside the layer, the subject's head if possible. The bar never
 * covers the layer's centre, because the user drags the layer there. `box` is the upright bounding box of the layer.
 */
export function barPlace(box: Rect, { canvas, bar, floor, isTyping, handles, head }: BarRoom): Point | null {
  const half = bar.width / 2
  const middle = middleOf(box)
  const x = clamp(middle.x, half, canvas.width - half)
  const lowest = canvas.height - floor - bar.height
  const covers = (top: number, point: Point) =>
    Math.abs(point.x - x) < half + REACH && point.y > top - REACH && point.y < top + bar.height + REACH
  const below = [GAP, GAP_OF_HANDLE].map((gap) => box.y + box.height + gap).filter((top) => top <= lowest)
  const above = [GAP, GAP_OF_HANDLE].map((gap) => box.y - gap - bar.height).filter((top) => top >= GAP)
  const over = isTyping ? [] : [Math.max(0, lowest), GAP].filter((top) => !covers(top, middle))
  const beside = [...below.map((top) => Math.max(GAP, top)), ...above.map((top) => Math.min(lowest, top))]
  const isFree = (top: number) => !handles.some((at) => covers(top, at))
  const showsHead = (top: number) => !head || !intersection(head, { x: x - half, y: top, ...bar })
  const top =
    beside.find((each) => isFree(each) && showsHead(each)) ?? [...beside, ...over].find(isFree) ?? beside[0] ?? over[0]
  return top === undefined ? null : { x, y: top }
}
