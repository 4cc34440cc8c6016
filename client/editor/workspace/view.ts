import { subscribe } from 'valtio/vanilla'
import { stopAll } from '#client/kit/async/listeners.ts'
import { IDENTITY, transformedBounds } from '#client/kit/geometry/affine.ts'
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { COARSE, NARROW, ROOMY } from '#client/kit/ui/hooks.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
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

/** Returns true while the canvas shows the image without the selection. `view`: the view of the open panel. */
export const hidesSelection = (ui: Pick<Ui, 'comparison'>, view: PanelView): boolean =>
  view.hidesSelection === true || ui.comparison === 'photo'

/**
 * Returns true while the user assesses the image as a whole: in panels that say so, with the eyedropper, or while
 * drawing. The selection frame and its bar are then faint. `view`: the view of the open panel.
 */
export const isSelectionFaint = (
  { tab, colorPick, draw }: Immutable<Pick<Ui, 'tab' | 'colorPick' | 'draw'>>,
  view: PanelView,
): boolean => view.fadesSelection === true || colorPick !== null || (tab === 'draw' && draw.isOn === true)

/** Returns the canvas's overlay: the frame and handles of the selection, guides, and the tool's overlay. */
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
        // The letters of a 3D text face the user while it is typed, so a frame around the turned letters would not fit.
        placed: ui.typing && can.orbit ? null : (group?.placed ?? null),
        members: members.length > 1 ? members.map(({ frame }) => frame) : [],
        guides: feedback.guides,
        can,
        isFaint: isSelectionFaint(ui, view) && feedback.readout === null,
        toolOverlay: overlays.get(ui.tab ?? '')?.() ?? feedback.toolOverlay,
      }
    },
    subscribe: feedback.subscribe,
  }
}

/** Fits the preview into the canvas, now and whenever the window is resized. */
export function fitCanvas(session: Session, viewport: Viewport): void {
  if (!session.doc.photo) return
  const { turn, fitted } = previewFrame(session)
  viewport.isFitted = true
  viewport.setTurn(turn)
  viewport.set(fitAboveControls(viewport.get().canvas, fitted, closedPanelWidth(session.ui)))
}

/**
 * Returns the width that a tool's panel will take from the canvas when it opens, CSS px. In windows that aren't ROOMY,
 * returns 0 while the layers panel is open, because the tool replaces that panel.
 */
export const closedPanelWidth = ({ tab, layers }: Pick<Ui, 'tab' | 'layers'>): number =>
  tab === null && (!layers.isOpen || matchMedia(ROOMY).matches)
    ? Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--drawer')) || 0
    : 0

/** Sizes of the controls in the lower corners of the canvas, including margins, CSS px. */
interface Corners {
  /** Width of the Undo bar or of the photo's bar (MiniBar.tsx), in the corner where a line of text starts. */
  start: number
  /** Width of the zoom bar (ZoomBar.module.css) or of the layers button, in the corner where a line of text ends. */
  end: number
  height: number
}

export const WIDE: Corners = { start: 0, end: 88, height: 52 }
/** Sizes of the controls on wide touch screens, such as phones in landscape orientation. */
export const TOUCH: Corners = { start: 248, end: 88, height: 70 }
export const PHONE: Corners = { start: 148, end: 60, height: 52 }

function shownCorners(): Corners {
  if (matchMedia(NARROW).matches) return PHONE
  return matchMedia(COARSE).matches ? TOUCH : WIDE
}

/**
 * Centers an image (px of the turned canvas) in the largest size that fits the canvas. If controls in a lower corner
 * would cover the image, fits the image above the controls. `reserved`: width that stays empty for a closed panel,
 * CSS px. `corners`: size of the controls in the lower corners.
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
 * Zooms about the center of the canvas element. Afterwards, resizing no longer refits the view. Does nothing without a
 * photo. `zoom`: CSS px per document px; clamped.
 */
export function zoomAboutMiddle(session: Session, viewport: Viewport, zoom: number): void {
  if (!session.doc.photo) return
  const view = viewport.get()
  const middle = { x: view.canvas.width / 2, y: view.canvas.height / 2 }
  viewport.show(zoomAt(view, middle, zoom, previewFrame(session).fitted))
}

/**
 * Calls `refit` whenever the canvas shows another area: a new photo, a background image or a crop. Also calls `refit`
 * when the window is resized, or a sheet opens or changes, while the view is fitted. A panel next to the canvas keeps
 * the scale of the image if most of the image stays visible. Also updates the view's rotation. Returns a function that
 * stops the calls.
 */
export function fitNewCanvases(session: Session, viewport: Viewport, refit: () => void): () => void {
  const before = { shown: '', room: '', width: 0, turn: '', screen: '', panels: '', isNew: false }
  /** Scale of the image from before panels opened, CSS px per document px. */
  let kept = 0
  const check = () => {
    if (session.ui.comparison) return // the view doesn't change for a comparison with the original, which is short
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
    const panels = `${ui.tab} ${ui.layers.isOpen}`
    const hasPanel = ui.tab !== null || ui.layers.isOpen === true
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

/** The smallest part of the image's width and height that is visible after a panel opens at the same scale. */
const VISIBLE = 3 / 4

/**
 * Shows the image in a narrower canvas. Keeps the scale and pans to the subject's head or the selected layer if
 * `VISIBLE` of the image remains visible. Otherwise fits the image.
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
  // Returns the shortest way that shows the head, within the image, so that no empty space appears next to the image.
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
 * Deselects removed layers, and ends typing in a removed layer. Runs after every change of the document, such as an
 * undo. Returns a function that removes the listener.
 */
export function dropLostSelections({ doc, ui }: Session): () => void {
  return subscribe(doc, () => {
    retainSelected(ui, (id) => doc.layers[id] !== undefined)
    if (ui.typing && !doc.layers[ui.typing]) ui.typing = null
  })
}

/** Returns the bounding box of a rectangle on the screen, CSS px from the canvas's corner. `rect`: document px. */
export const onScreen = (rect: Rect, view: View): Rect =>
  turnedOnScreen(transformedBounds(view.turn ?? IDENTITY, rect), view)

/** Returns a rectangle of the turned canvas on the screen, CSS px from the canvas's corner. */
export const turnedOnScreen = (rect: Rect, view: View): Rect => ({
  ...turnedToCss(view, rect),
  width: rect.width * view.zoom,
  height: rect.height * view.zoom,
})
