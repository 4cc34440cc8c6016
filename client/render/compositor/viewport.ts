/**
 * The viewport: the part of the document on the canvas. The viewport changes many times a second, so it is a plain
 * observable outside valtio. `css` means CSS px from the canvas's top left corner. `turned` means document px after the
 * crop's turns (`model/document/crop.ts`).
 */
import { createListeners } from '#client/kit/async/listeners.ts'
import { type Affine, IDENTITY, invert, transformedCorners, transformPoint } from '#client/kit/geometry/affine.ts'
import type { Point, Rect, Size } from '#client/kit/geometry/geometry.ts'
import { intersection } from '#client/kit/geometry/rect.ts'
import { clamp } from '#client/kit/values/numbers.ts'

/** The visible part of the turned canvas, and its zoom. */
export interface View {
  /** CSS px per document px. */
  zoom: number
  /** The point at the canvas's top left corner, px of the turned canvas. */
  origin: Point
  /** Map from document px to px of the turned canvas, by default the identity. */
  turn?: Affine
  /** Size of the canvas in CSS px. */
  canvas: Size
}

/** Margin around a fitted document, CSS px, at most 1/24 of the canvas's side. */
const FIT_MARGIN = 20
const MAX_ZOOM = 32

/**
 * Displayed rectangle, px of the turned canvas: document px after the crop's mirroring, quarter turns and
 * straightening. `x` and `y` are the top left corner. Their default is 0, the corner of the turned canvas. The numbers
 * may be fractional.
 */
export interface Shown extends Size, Partial<Point> {}

/** Converts a point from CSS px to px of the turned canvas. */
const toTurned = (view: View, css: Point): Point => ({
  x: view.origin.x + css.x / view.zoom,
  y: view.origin.y + css.y / view.zoom,
})

/** Converts a point from px of the turned canvas to CSS px from the canvas's top left corner. */
export const turnedToCss = (view: View, point: Point): Point => ({
  x: (point.x - view.origin.x) * view.zoom,
  y: (point.y - view.origin.y) * view.zoom,
})

/** Converts a point from CSS px of the canvas to document px. */
export const toDocument = (view: View, css: Point): Point => {
  const point = toTurned(view, css)
  return view.turn ? transformPoint(invert(view.turn), point) : point
}

/** Converts a point from document px to CSS px from the canvas's top left corner, with the crop's turn. */
export const toCss = (view: View, point: Point): Point =>
  turnedToCss(view, view.turn ? transformPoint(view.turn, point) : point)

/**
 * Positions, turns and sizes an element so that it covers the photo on the canvas, clipped to `shown` (px of the
 * turned canvas). The element's offset parent must have the same box as the canvas.
 */
export function placeOverPhoto({ style }: HTMLElement, photo: Size | null, view: View, shown: Rect): void {
  if (!photo) return
  const turn = view.turn ?? IDENTITY
  const corner = toCss(view, { x: 0, y: 0 })
  style.transformOrigin = '0 0'
  style.transform = `translate(${corner.x}px, ${corner.y}px) matrix(${turn.a}, ${turn.b}, ${turn.c}, ${turn.d}, 0, 0)`
  style.width = `${photo.width * view.zoom}px`
  style.height = `${photo.height * view.zoom}px`
  const corners = transformedCorners(invert(turn), shown).map(
    ({ x, y }) => `${(100 * x) / photo.width}% ${(100 * y) / photo.height}%`,
  )
  style.clipPath = `polygon(${corners.join()})`
}

/**
 * Converts a direction from the screen's axes to the document's, undoing the crop's rotation and mirroring. The length
 * is unchanged.
 */
export const directionInDocument = ({ turn = IDENTITY }: View, direction: Point): Point =>
  transformPoint(invert({ ...turn, e: 0, f: 0 }), direction)

/** Returns the visible part of the displayed rectangle, in px of the turned canvas, or null if no part is visible. */
export const visibleRegion = ({ origin, canvas, zoom }: View, { x = 0, y = 0, width, height }: Shown): Rect | null =>
  intersection({ ...origin, width: canvas.width / zoom, height: canvas.height / zoom }, { x, y, width, height })

/**
 * Returns a rectangle (px of the turned canvas) expanded to whole output px, so that texels and screen pixels coincide.
 * The result ends with the last pixel whose center is in the image, because the next px would contain only an outline
 * or glow.
 */
export function alignToPixels({ x, y, width, height }: Rect, scale: number, shown: Shown): Rect {
  const along = (start: number, length: number, first: number, whole: number) => {
    const from = start <= first ? Math.round(first * scale) : Math.floor(start * scale)
    const last = first + whole
    const end = start + length >= last ? Math.round(last * scale) : Math.ceil((start + length) * scale - 1e-6)
    return { from: from / scale, length: Math.max(1, end - from) / scale }
  }
  const across = along(x, width, shown.x ?? 0, shown.width)
  const down = along(y, height, shown.y ?? 0, shown.height)
  return { x: across.from, y: down.from, width: across.length, height: down.length }
}

/**
 * Returns the box of the pixels that the stage paints for the displayed rectangle, in CSS px. The rectangle's exact box
 * may be up to half a pixel larger. With that box, a gap would be visible between the image and its shadow. `ratio`:
 * device px per CSS px.
 */
export function deviceAlignedBox(view: View, shown: Rect, ratio: number): Rect {
  const { width, height, ...corner } = alignToPixels(shown, view.zoom * ratio, shown)
  const { x, y } = turnedToCss(view, corner)
  const snap = (css: number) => Math.round(css * ratio) / ratio
  return { x: snap(x), y: snap(y), width: width * view.zoom, height: height * view.zoom }
}

/**
 * Returns the view that fits the displayed rectangle, centered with a margin. `inset`: CSS px that controls cover at
 * the canvas's top and bottom.
 */
export function fitView(canvas: Size, shown: Shown, inset = { top: 0, bottom: 0 }): View {
  const margin = Math.min(FIT_MARGIN, canvas.width / 24, canvas.height / 24)
  const room = {
    width: Math.max(1, canvas.width - 2 * margin),
    height: Math.max(1, canvas.height - inset.top - inset.bottom - 2 * margin),
  }
  const zoom = Math.min(room.width / shown.width, room.height / shown.height, MAX_ZOOM)
  const center = { x: canvas.width / 2, y: inset.top + (canvas.height - inset.top - inset.bottom) / 2 }
  return {
    zoom,
    canvas,
    origin: {
      x: (shown.x ?? 0) + shown.width / 2 - center.x / zoom,
      y: (shown.y ?? 0) + shown.height / 2 - center.y / zoom,
    },
  }
}

/**
 * Returns the view at another zoom (CSS px per document px) about the point `at` (CSS px). Zoom and pan are clamped, so
 * the point may move.
 */
export function zoomAt(view: View, at: Point, zoom: number, shown: Shown): View {
  const smallest = Math.min(fitView(view.canvas, shown).zoom / 4, 1)
  const next = clamp(zoom, smallest, MAX_ZOOM)
  const fixed = toTurned(view, at)
  return clampPan({ ...view, zoom: next, origin: { x: fixed.x - at.x / next, y: fixed.y - at.y / next } }, shown)
}

/** Returns the view moved by `byCss` CSS px. The view stops moving before the canvas's center leaves the image. */
export const panBy = (view: View, byCss: Point, shown: Shown): View =>
  clampPan(
    { ...view, origin: { x: view.origin.x - byCss.x / view.zoom, y: view.origin.y - byCss.y / view.zoom } },
    shown,
  )

function clampPan(view: View, shown: Shown): View {
  const limit = (origin: number, canvas: number, start: number, length: number) => {
    const half = canvas / 2 / view.zoom
    return clamp(origin, start - half, start + length - half)
  }
  return {
    ...view,
    origin: {
      x: limit(view.origin.x, view.canvas.width, shown.x ?? 0, shown.width),
      y: limit(view.origin.y, view.canvas.height, shown.y ?? 0, shown.height),
    },
  }
}

export type Viewport = ReturnType<typeof createViewport>

export function createViewport() {
  let view: View = { zoom: 1, origin: { x: 0, y: 0 }, canvas: { width: 1, height: 1 } }
  let turn: Affine | null = null
  const listeners = createListeners()
  const viewport = {
    /** True until the user zooms or pans. While true, resizing the canvas fits the document again. */
    isFitted: true,
    get: () => view,
    set({ turn: _, ...next }: View): void {
      view = turn ? { ...next, turn } : next
      listeners.emit()
    },
    /** Sets the map from document px to px of the turned canvas for all later views. Null sets the identity. */
    setTurn(next: Affine | null) {
      turn = next
      viewport.set(view)
    },
    /** Sets a view that the user chose. Afterwards, resizing the canvas doesn't fit the document again. */
    show(next: View) {
      viewport.isFitted = false
      viewport.set(next)
    },
    subscribe: listeners.subscribe,
    /** Calls `listener` each time the canvas's size changes. Returns a function that removes the listener. */
    onResize(listener: () => void): () => void {
      let { canvas } = view
      return listeners.subscribe(() => {
        const before = canvas
        canvas = view.canvas
        if (before.width !== canvas.width || before.height !== canvas.height) listener()
      })
    },
  }
  return viewport
}
