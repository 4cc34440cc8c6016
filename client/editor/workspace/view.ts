import { subscribe } from 'valtio/vanilla'
import type { Size } from '../../kit/base/geometry.ts'
import { NARROW } from '../../kit/ui/useMedia.ts'
import { kinds } from '../../layers/registry.ts'
import { canvasSize } from '../../model/document/backdrop.ts'
import type { Document, DocumentSnapshot } from '../../model/document/document.ts'
import type { Session } from '../../model/session/session.ts'
import { retainSelected } from '../../model/session/ui/selection.ts'
import type { StageOverlay } from '../../render/compositor/Stage.tsx'
import { fitView, toCss, type View, type Viewport, zoomAt } from '../../render/compositor/viewport.ts'
import { previewDocument } from '../../render/previewDocument.ts'
import type { Feedback } from '../canvas/feedback.ts'
import { abilitiesOf, groupOf } from '../canvas/group.ts'

/** Returns what the stage draws over the picture: the selection's frame and handles, guides, and the tool's overlay. */
export function stageOverlay(session: Session, feedback: Feedback): StageOverlay {
  const group = () => groupOf(previewDocument(session), kinds, session.ui.selection)
  return {
    selected: () => group()?.placed ?? null,
    members: () => {
      const { members = [] } = group() ?? {}
      return members.length > 1 ? members.map(({ placed }) => placed) : []
    },
    guides: () => feedback.guides,
    toolOverlay: () => feedback.toolOverlay,
    subscribe: feedback.subscribe,
    can: () => {
      const selected = group()
      return selected ? abilitiesOf(selected) : { resize: false, rotate: false, orbit: false }
    },
  }
}

/**
 * Fits the whole canvas into the view, and keeps it fitted while the window is resized. `shown` is the document of the
 * preview, whose canvas may have another size while a background is previewed.
 */
export function fitCanvas(doc: Document, viewport: Viewport, shown: DocumentSnapshot): void {
  if (!doc.photo) return
  viewport.isFitted = true
  viewport.set(fitBesideZoomBar(viewport.get().canvas, canvasSize(shown)))
}

/** The corner of the canvas that the zoom bar takes on wide screens, with its margin; CSS px (ZoomBar.module.css). */
const ZOOM_BAR: Size = { width: 168, height: 52 }

/** Fits a picture into the canvas; where the zoom bar would lie on the picture's corner, the picture ends above it. */
export function fitBesideZoomBar(canvas: Size, picture: Size, hasZoomBar = !matchMedia(NARROW).matches): View {
  const view = fitView(canvas, picture)
  const corner = toCss(view, { x: picture.width, y: picture.height })
  const isCovered = corner.x > canvas.width - ZOOM_BAR.width && corner.y > canvas.height - ZOOM_BAR.height
  return hasZoomBar && isCovered ? fitView(canvas, picture, { top: 0, bottom: ZOOM_BAR.height }) : view
}

/** Zooms about the centre of the canvas element. `zoom`: CSS px per document px. */
export function zoomAboutMiddle(doc: Document, viewport: Viewport, zoom: number): void {
  if (!doc.photo) return
  const view = viewport.get()
  const middle = { x: view.canvas.width / 2, y: view.canvas.height / 2 }
  viewport.show(zoomAt(view, middle, zoom, canvasSize(doc)))
}

/**
 * Calls `refit` whenever the picture's size changes (a new photo, a background image), and when the canvas element is
 * resized while the view is fitted. Returns a function that stops it.
 */
export function fitNewCanvases(session: Session, viewport: Viewport, refit: () => void): () => void {
  let lastCanvas = ''
  let lastRoom = ''
  const check = () => {
    const { photo } = session.doc
    const canvas = canvasSize(previewDocument(session))
    const room = viewport.get().canvas
    const canvasKey = photo ? `${photo.asset} ${canvas.width} ${canvas.height}` : ''
    const roomKey = `${room.width} ${room.height}`
    const isNew = canvasKey !== lastCanvas
    const isResized = roomKey !== lastRoom
    lastCanvas = canvasKey
    lastRoom = roomKey
    if (photo && (isNew || (isResized && viewport.isFitted))) refit()
  }
  const unsubscribe = [subscribe(session.doc, check), subscribe(session.ui, check), viewport.subscribe(check)]
  return () => {
    for (const stop of unsubscribe) stop()
  }
}

/**
 * Deselects removed layers, and ends `ui.typing` of a removed layer. Runs for every change of the document, such as an
 * undo. Returns a function that stops it.
 */
export function dropLostSelections({ doc, ui }: Session): () => void {
  return subscribe(doc, () => {
    retainSelected(ui, (id) => doc.layers[id] !== undefined)
    if (ui.typing && !doc.layers[ui.typing]) ui.typing = null
  })
}
