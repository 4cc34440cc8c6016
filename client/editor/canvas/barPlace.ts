import { distance, middleOf, type Point, type Rect, type Size } from '#client/kit/geometry/geometry.ts'
import { expandRect, sharedArea } from '#client/kit/geometry/rect.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import { cheapest } from '#client/layers/occlusion/occlusion.ts'

/** Gap between the bar and the layer, the image, or the upper or lower edge of the canvas, in CSS px. */
const GAP = 14
/** Minimum gap between the bar and the left or right edge of the canvas, in CSS px. */
const MARGIN = 8
/** Gap between the layer and the bar if the rotation handle is between them, in CSS px. */
const GAP_OF_HANDLE = 48
/** Minimum distance between the bar and a point that it must not cover, in CSS px. */
const REACH = 12
/** Cost of covering a handle. Higher than the cost of covering layers, which is the covered area in CSS px². */
const HANDLE_COST = 1e9

/** Maximum distance between the layer's box and the bar if such a place exists, in CSS px. */
const MAX_AWAY = 200

/** The bar avoids covering more than this fraction of the image, for example on a phone in landscape. */
const MAX_COVERED = 0.15

/** The space that the bar may use in CSS px. */
export interface BarRoom {
  canvas: Size
  bar: Size
  /** Height of other controls at the bottom of the canvas. The bar is placed above or next to them. */
  floor: number
  /** The free part of the canvas's width next to the controls at its bottom. */
  besideControls: { start: number; end: number }
  /** True while the user types text on the canvas, because the bar must not cover this text. */
  isTyping: boolean
  /** Positions of the layer's handles. */
  handles: readonly Point[]
  /** Areas that the bar should avoid: other layers and the subject's head. */
  others: readonly Rect[]
  /** The visible image. */
  picture: Rect
}

/**
 * Returns the position of the bar's top center in CSS px, or null if there isn't enough room. Tries places below or
 * above the layer (centered if possible), then outside the image, then on the layer at the bottom or top of the canvas.
 * Returns the first place where the bar doesn't cover a handle or `others`, otherwise the place where it covers the
 * least. The bar never covers the layer's center, because the user drags the layer there. `box`: axis-aligned bounding
 * box of the layer.
 */
export function barPlace(box: Rect, room: BarRoom): Point | null {
  const { canvas, bar, floor, isTyping, handles, others, picture } = room
  const half = bar.width / 2
  const middle = middleOf(box)
  const lowest = canvas.height - floor - bar.height
  const within = (at: number) => clamp(at, half + MARGIN, canvas.width - half - MARGIN)
  const x = within(middle.x)
  const y = clamp(middle.y - bar.height / 2, GAP, lowest)
  const below = [GAP, GAP_OF_HANDLE].map((gap) => box.y + box.height + gap).filter((top) => top <= lowest)
  const above = [GAP, GAP_OF_HANDLE].map((gap) => box.y - gap - bar.height).filter((top) => top >= GAP)
  const beside = [...below.map((top) => Math.max(GAP, top)), ...above.map((top) => Math.min(lowest, top))]
  const over = isTyping ? [] : [Math.max(0, lowest), GAP]
  const covers = (at: Point, point: Point) =>
    Math.abs(point.x - at.x) < half + REACH && point.y > at.y - REACH && point.y < at.y + bar.height + REACH
  const areaOf = (at: Point) => ({ x: at.x - half, y: at.y, ...bar })
  const costOf = (at: Point) => {
    const taken = areaOf(at)
    const covered = sharedArea(picture, taken)
    return (
      (handles.some((handle) => covers(at, handle)) ? HANDLE_COST : 0) +
      (covered > MAX_COVERED * picture.width * picture.height ? covered : 0) +
      others.reduce((sum, other) => sum + sharedArea(other, taken), 0)
    )
  }
  // horizontal centers next to an obstacle where the bar is still below or above a part of the layer
  const asides = others
    .flatMap((other) => [other.x - half - GAP, other.x + other.width + half + GAP])
    .filter((at) => Math.abs(at - middle.x) < half + box.width / 2 && at === within(at))
    .sort((a, b) => Math.abs(a - x) - Math.abs(b - x))
  const places = [
    ...[x, ...asides].flatMap((at) => beside.map((top) => ({ x: at, y: top }))),
    ...outsideImage(room, { x, y }),
    ...over.map((top) => ({ x, y: top })),
  ].filter((at) => !covers(at, middle))
  const nearby = places.filter((at) => sharedArea(expandRect(box, MAX_AWAY), areaOf(at)) > 0)
  const allowed = nearby.length > 0 ? nearby : places // no place is nearby if the layer is far outside the canvas
  return allowed.length > 0 ? cheapest(allowed.map((at) => ({ at, cost: costOf(at) }))).at : null
}

/** Returns positions of the bar below, above and next to the image, the nearest to `near` first. */
function outsideImage({ canvas, bar, floor, besideControls, picture }: BarRoom, near: Point): Point[] {
  const half = bar.width / 2
  const lowest = canvas.height - floor - bar.height
  const [left, right] = [picture.x, picture.x + picture.width]
  const [top, bottom] = [picture.y, picture.y + picture.height]
  const row = { start: besideControls.start + half, end: besideControls.end - half }
  const rowTop = canvas.height - GAP - bar.height
  return [
    ...(bottom + GAP <= lowest ? [{ x: near.x, y: bottom + GAP }] : []),
    ...(top - GAP - bar.height >= GAP ? [{ x: near.x, y: top - GAP - bar.height }] : []),
    ...(bottom <= rowTop && row.start <= row.end ? [{ x: clamp(near.x, row.start, row.end), y: rowTop }] : []),
    ...(right + half + GAP <= canvas.width - half ? [{ x: right + half + GAP, y: near.y }] : []),
    ...(left - half - GAP >= half ? [{ x: left - half - GAP, y: near.y }] : []),
  ].sort((a, b) => distance(a, near) - distance(b, near))
}
