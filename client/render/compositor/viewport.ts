/**
 * The viewport: which part of the document the canvas shows. It changes many times a second, so it is a plain observable
 * outside valtio. `css` = CSS px from the canvas' top left corner.
 */
import type { Point, Rect, Size } from '../../kit/base/geometry.ts'
import { createListeners } from '../../kit/base/listeners.ts'

export interface View {
  /** CSS px per document px. */
  zoom: number
  /** Document point at the canvas' top left corner. */
  origin: Point
  /** The canvas, CSS px. */
  canvas: Size
}

/** Margin around a fitted document, CSS px; at most a tenth of the canvas' side. */
const FIT_MARGIN = 32
const MAX_ZOOM = 32

/** Converts a point from CSS px of the canvas to document px. */
export const toDocument = (view: View, css: Point): Point => ({
  x: view.origin.x + css.x / view.zoom,
  y: view.origin.y + css.y / view.zoom,
})

/** Converts a point from document px to CSS px of the canvas. */
export const toCss = (view: View, point: Point): Point => ({
  x: (point.x - view.origin.x) * view.zoom,
  y: (point.y - view.origin.y) * view.zoom,
})

/** Returns the part of the document that the canvas shows, document px; null when none of it is visible. */
export function visibleRegion(view: View, document: Size): Rect | null {
  const x = Math.max(0, view.origin.x)
  const y = Math.max(0, view.origin.y)
  const right = Math.min(document.width, view.origin.x + view.canvas.width / view.zoom)
  const bottom = Math.min(document.height, view.origin.y + view.canvas.height / view.zoom)
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : null
}

/**
 * Returns `region` (document px) expanded to whole output px, so that texels and screen pixels coincide. At the
 * document's right and lower edge it ends with the last px whose centre lies in the document: otherwise an outline or
 * glow alone would fill another px.
 */
export function alignToPixels({ x, y, width, height }: Rect, scale: number, document: Size): Rect {
  const along = (start: number, length: number, whole: number) => {
    const from = Math.floor(start * scale)
    const end = start + length >= whole ? Math.round(whole * scale) : Math.ceil((start + length) * scale - 1e-6)
    return { from: from / scale, length: Math.max(1, end - from) / scale }
  }
  const across = along(x, width, document.width)
  const down = along(y, height, document.height)
  return { x: across.from, y: down.from, width: across.length, height: down.length }
}

/**
 * Returns the view that shows the whole document as large as possible, centred with a margin. `inset`: CSS px that
 * controls cover at the canvas' top and bottom.
 */
export function fitView(canvas: Size, document: Size, inset = { top: 0, bottom: 0 }): View {
  const margin = Math.min(FIT_MARGIN, canvas.width / 10, canvas.height / 10)
  const room = {
    width: Math.max(1, canvas.width - 2 * margin),
    height: Math.max(1, canvas.height - inset.top - inset.bottom - 2 * margin),
  }
  const zoom = Math.min(room.width / document.width, room.height / document.height, MAX_ZOOM)
  const center = { x: canvas.width / 2, y: inset.top + (canvas.height - inset.top - inset.bottom) / 2 }
  return {
    zoom,
    canvas,
    origin: { x: document.width / 2 - center.x / zoom, y: document.height / 2 - center.y / zoom },
  }
}

/**
 * Returns the view at another zoom (CSS px per document px) in which the document point at `at` (CSS px) keeps its
 * place. The zoom is clamped to its limits.
 */
export function zoomAt(view: View, at: Point, zoom: number, document: Size): View {
  const smallest = Math.min(fitView(view.canvas, document).zoom / 4, 1)
  const next = Math.min(MAX_ZOOM, Math.max(smallest, zoom))
  const fixed = toDocument(view, at)
  return clampPan({ ...view, zoom: next, origin: { x: fixed.x - at.x / next, y: fixed.y - at.y / next } }, document)
}

/** Returns the view moved by `byCss` CSS px. A part of the document always stays visible. */
export const panBy = (view: View, byCss: Point, document: Size): View =>
  clampPan(
    { ...view, origin: { x: view.origin.x - byCss.x / view.zoom, y: view.origin.y - byCss.y / view.zoom } },
    document,
  )

/** At least this many CSS px of the document stay visible when the user pans. */
const MIN_VISIBLE = 48

function clampPan(view: View, document: Size): View {
  const keep = MIN_VISIBLE / view.zoom
  const limit = (origin: number, canvas: number, length: number) =>
    Math.min(length - keep, Math.max(keep - canvas / view.zoom, origin))
  return {
    ...view,
    origin: {
      x: limit(view.origin.x, view.canvas.width, document.width),
      y: limit(view.origin.y, view.canvas.height, document.height),
    },
  }
}

export interface Viewport {
  get(): View
  set(view: View): void
  /** Sets a view that the user chose: the document is no longer fitted again when the canvas is resized. */
  show(view: View): void
  subscribe(listener: () => void): () => void
  /** True until the user zooms or pans: the document is fitted again when the canvas is resized. */
  isFitted: boolean
}

/**
 * Creates the viewport of a canvas. Views change many times a second, so the viewport is a plain observable outside
 * valtio.
 */
export function createViewport(): Viewport {
  let view: View = { zoom: 1, origin: { x: 0, y: 0 }, canvas: { width: 1, height: 1 } }
  const listeners = createListeners()
  const viewport: Viewport = {
    isFitted: true,
    get: () => view,
    set(next) {
      view = next
      listeners.emit()
    },
    show(next) {
      viewport.isFitted = false
      viewport.set(next)
    },
    subscribe: listeners.subscribe,
  }
  return viewport
}
