import { subscribe } from 'valtio/vanilla'
import { stopAll } from '#client/kit/async/listeners.ts'
import { IDENTITY, transformedBounds } from '#client/kit/geometry/affine.ts'
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { COARSE, NARROW, ROOMY } from '#client/kit/ui/hooks.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import { kinds } from '#client/layers/registry.ts'
import { headBox } from '#client/layers/subjectBox.ts'
import { type PanelView, type Session, snapshotOf } from '#client/model/session/session.ts'
import { retainSelected } from '#client/model/session/ui/selection.ts'
import { changeableSelection } from '#client/model/session/ui/subject.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import type { StageOverlay } from '#client/render/compositor/Stage.tsx'
import {
  fitView,
  panBy,
  type Shown,
  turnedToCss,
  type View,
  type Viewport,
  zoomAt,
} from '#client/render/compositor/viewport.ts'
import { previewDocument, previewFrame } from '#client/render/previewDocument.ts'
import type { Panels } from '../host/panels.ts'
import type { Feedback } from '../tools/feedback.ts'
import { abilitiesOf, groupOf } from '../tools/group.ts'

/** Returns true if the canvas shows the image without the selection. `view`: view of the open panel. */
export const hidesSelection = (ui: Pick<Ui, 'comparison'>, view: PanelView): boolean =>
  view.hidesSelection === true || ui.comparison === 'photo'

/**
 * Returns true if the user is assessing the whole image, according to the open panel or the active tool. In this case,
 * the selection frame and its bar are faint.
 */
export const isSelectionFaint = (ui: Ui, { views, toolOf }: Pick<Panels, 'views' | 'toolOf'>): boolean =>
  (views[ui.panel ?? '']?.fadesSelection ?? toolOf(ui).fadesSelection) === true

/** Returns the overlay of the canvas: the selection's frame and handles, guides, and the tool's overlay. */
export function stageOverlay(session: Session, feedback: Feedback, panels: Panels): StageOverlay {
  const overlays = new Map(panels.all.map(({ id, overlay }) => [id, overlay?.(session)]))
  return {
    read() {
      const { ui } = session
      const view = session.viewOf()
      const group = hidesSelection(ui, view) ? null : groupOf(previewDocument(session), kinds, changeableSelection(ui))
      const { members = [] } = group ?? {}
      const can = group ? abilitiesOf(group) : { resize: false, rotate: false, orbit: false }
      return {
        // While the user types 3D text, its letters face the viewer, so the frame of the rotated letters would be
        // wrong.
        placed: ui.typing && can.orbit ? null : (group?.placed ?? null),
        members: members.length > 1 ? members.map(({ frame }) => frame) : [],
        guides: feedback.guides,
        can,
        isFaint: isSelectionFaint(ui, panels) && feedback.readout === null,
        toolOverlay: overlays.get(ui.panel ?? '')?.() ?? feedback.toolOverlay,
      }
    },
    subscribe: feedback.subscribe,
  }
}

/** Fits the preview to the canvas, now and after each resize of the window. Does nothing if there is no photo. */
export function fitCanvas(session: Session, viewport: Viewport): void {
  if (!session.doc.photo) return
  const { turn, fitted } = previewFrame(session)
  viewport.isFitted = true
  viewport.setTurn(turn)
  viewport.set(fitAboveControls(viewport.get().canvas, fitted, closedPanelWidth(session.ui)))
}

/**
 * Returns the width in CSS px that a tool's panel will take from the canvas when it opens. In windows that aren't
 * ROOMY, returns 0 while the Layers panel is open, because the tool's panel replaces it.
 */
export const closedPanelWidth = ({ panel, layers }: Pick<Ui, 'panel' | 'layers'>): number =>
  panel === null && (!layers.isOpen || matchMedia(ROOMY).matches)
    ? Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--drawer')) || 0
    : 0

/** Sizes of the controls in the lower corners of the canvas, with margins, in CSS px. */
interface Corners {
  /** Width of the Undo bar or the canvas bar (MiniBar.tsx), in the lower corner where text lines start. */
  start: number
  /** Width of the zoom bar (ZoomBar.module.css) or the Layers button, in the lower corner where text lines end. */
  end: number
  height: number
}

export const WIDE: Corners = { start: 0, end: 88, height: 52 }
/** Sizes of the corners' controls on wide touch screens, such as phones in landscape. */
export const TOUCH: Corners = { start: 248, end: 88, height: 70 }
export const PHONE: Corners = { start: 148, end: 60, height: 52 }

function shownCorners(): Corners {
  if (matchMedia(NARROW).matches) return PHONE
  return matchMedia(COARSE).matches ? TOUCH : WIDE
}

/**
 * Returns the view that shows an image (px of the turned canvas) centered and as large as the canvas allows. If
 * controls in the lower corners would cover the image, it is fitted above them. `reserved`: width in CSS px that stays
 * free for a closed panel. `corners`: sizes of the controls in the lower corners.
 */
export function fitAboveControls(canvas: Size, picture: Shown, reserved = 0, corners = shownCorners()): View {
  const room = { width: canvas.width - reserved, height: canvas.height }
  const fitted = fitView(room, picture)
  const { start, end, height } = corners
  const left = turnedToCss(fitted, { x: picture.x ?? 0, y: (picture.y ?? 0) + picture.height })
  const right = left.x + picture.width * fitted.zoom
  const isCovered = left.y > room.height - height && (left.x < start || right > room.width - end)
  const view = isCovered ? fitView(room, picture, { top: 0, bottom: height }) : fitted
  return { ...view, canvas, origin: { ...view.origin, x: view.origin.x - reserved / 2 / view.zoom } }
}

/**
 * Zooms around the center of the canvas element. After that, resizing doesn't fit the view again. Does nothing if
 * there is no photo. `zoom`: CSS px per document px; limited to the allowed range.
 */
export function zoomAboutMiddle(session: Session, viewport: Viewport, zoom: number): void {
  if (!session.doc.photo) return
  const view = viewport.get()
  const middle = { x: view.canvas.width / 2, y: view.canvas.height / 2 }
  viewport.show(zoomAt(view, middle, zoom, previewFrame(session).fitted))
}

/**
 * Calls `refit` when the canvas shows another area, because of a new photo, background image or crop. While the view is
 * fitted, also calls it when the window is resized and when a sheet opens or changes. When a panel opens next to the
 * canvas, the image's scale doesn't change if most of the image stays visible. Also updates the view's rotation.
 * Returns a function that stops this.
 */
export function fitNewCanvases(session: Session, viewport: Viewport, refit: () => void): () => void {
  const before = { shown: '', room: '', width: 0, turn: '', screen: '', panels: '', isNew: false }
  /** Scale of the image before panels were opened, CSS px per document px. */
  let kept = 0
  const check = () => {
    // while the user compares with the original, which takes only a moment, the view doesn't change
    if (session.ui.comparison) return
    const { doc, ui } = session
    const { turn, fitted, isEditing } = previewFrame(session)
    const { canvas, zoom } = viewport.get()
    const shown = doc.photo ? JSON.stringify([doc.photo.asset, fitted, isEditing]) : ''
    const room = `${canvas.width} ${canvas.height}`
    const turned = JSON.stringify(turn)
    const isTurned = turned !== before.turn
    before.turn = turned
    if (isTurned) viewport.setTurn(turn)
    const isNew = shown !== before.shown
    if (!isNew && room === before.room) return
    const screen = `${innerWidth} ${innerHeight} ${visualViewport?.height}`
    const panels = `${ui.panel} ${ui.layers.isOpen}`
    const hasPanel = ui.panel !== null || ui.layers.isOpen === true
    const isPanel = screen === before.screen && (panels !== before.panels || (hasPanel && !before.isNew))
    const follows = viewport.isFitted || zoom === kept
    const isNarrower = canvas.width < before.width
    Object.assign(before, { shown, room, width: canvas.width, isNew })
    if (isNew || follows) Object.assign(before, { screen, panels })
    if (!doc.photo || !(isNew || follows)) return
    if (isNew || !isPanel || !isNarrower) return refit()
    kept = zoom
    keepScale(session, viewport)
  }
  return stopAll([subscribe(session.doc, check), subscribe(session.ui, check), viewport.subscribe(check)])
}

/** When a panel opens, the image's scale is preserved if at least this part of its width and height stays visible. */
const VISIBLE = 3 / 4

/**
 * Shows the image on a canvas that has become narrower. If `VISIBLE` of the image stays visible, preserves the scale
 * and pans to the subject's head or the selected layer. Otherwise fits the image.
 */
function keepScale(session: Session, viewport: Viewport): void {
  const { fitted } = previewFrame(session)
  const { canvas, zoom, turn } = viewport.get()
  const fit = fitAboveControls(canvas, fitted)
  const visible = Math.min(canvas.width / fitted.width, canvas.height / fitted.height) / zoom
  if (visible < VISIBLE) {
    fitCanvas(session, viewport)
    return
  }
  const middle = { x: canvas.width / 2, y: canvas.height / 2 }
  const centered = zoomAt({ ...fit, ...(turn && { turn }) }, middle, zoom, fitted)
  const head = headBox(snapshotOf(session))
  if (!head) {
    viewport.show(centered)
    return
  }
  const box = transformedBounds(turn ?? IDENTITY, head)
  const shown = { ...turnedToCss(centered, box), width: box.width * zoom, height: box.height * zoom }
  // Returns the smallest pan that shows the head. The pan is limited so that no empty space appears next to the image.
  const along = (axis: 'x' | 'y', side: 'width' | 'height') => {
    const [start, length, room] = [shown[axis], shown[side], canvas[side]]
    const way = length > room ? (room - length) / 2 - start : Math.max(0, -start) + Math.min(0, room - start - length)
    const spare = Math.max(0, (fitted[side] * zoom - room) / 2)
    return clamp(way, -spare, spare)
  }
  const by = { x: along('x', 'width'), y: along('y', 'height') }
  viewport.show(panBy(centered, by, fitted))
}

/**
 * After every change to the document, for example an undo, deselects layers that no longer exist and ends typing in
 * them. Returns a function that removes the listener.
 */
export function dropLostSelections({ doc, ui }: Session): () => void {
  return subscribe(doc, () => {
    retainSelected(ui, (id) => doc.layers[id] !== undefined)
    if (ui.typing && !doc.layers[ui.typing]) ui.typing = null
  })
}

/** Converts a rectangle from document px to its bounding box in CSS px from the canvas's corner. */
export const onScreen = (rect: Rect, view: View): Rect =>
  turnedOnScreen(transformedBounds(view.turn ?? IDENTITY, rect), view)

/** Converts a rectangle from px of the turned canvas to CSS px from the canvas's corner. */
export const turnedOnScreen = (rect: Rect, view: View): Rect => ({
  ...turnedToCss(view, rect),
  width: rect.width * view.zoom,
  height: rect.height * view.zoom,
})
