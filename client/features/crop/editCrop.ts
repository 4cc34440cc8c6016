/** Edits of the document's crop. Each edit is one undo step. */

import { subscribe } from 'valtio/vanilla'
import { stopAll } from '#client/kit/async/listeners.ts'
import type { Point, Size } from '#client/kit/geometry/geometry.ts'
import { contains, intersection } from '#client/kit/geometry/rect.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { isEqual } from '#client/kit/values/identity.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { offerUndo } from '#client/layers/actions.ts'
import { refitLayer, type Surroundings, surroundingsOf } from '#client/layers/placement/refitLayer.ts'
import { kindOf } from '#client/layers/registry.ts'
import { aroundSubject } from '#client/layers/subjectBox.ts'
import { keepReadable } from '#client/layers/text/bestPlace.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { type Backdrop, canvasSize } from '#client/model/document/backdrop.ts'
import { type Crop, type CropFormat, cropOf, isUpright, turnOf } from '#client/model/document/crop.ts'
import { essentialCrop, flipCrop, moveCrop, rotateCrop, scaleCrop, withSide } from '#client/model/document/cropEdits.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import { assignInPlace, mutableCopy, withAmendment } from '#client/model/history/records.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { select } from '#client/model/session/ui/selection.ts'
import { uprightBox } from '#client/render/kind.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import {
  type CropFill,
  closeCrop,
  cropState,
  isCropOpen,
  openCrop,
  restartCrop,
  shownFill,
  startOnCanvas,
} from './cropState.ts'

/** Returns the document's crop. Its frame is moved into the canvas if necessary. */
export const currentCrop = (session: Session): Crop => cropOf(snapshotOf(session))

/** Returns the size of a frame as text, in the interface language. */
export const frameSizeText = ({ width, height }: Size): string =>
  t('{width} × {height} px', { width: String(Math.round(width)), height: String(Math.round(height)) })

/**
 * Writes a crop. Must be called within an undo step or a gesture. A crop that shows the whole photo, unrotated, is
 * stored as null.
 */
export function writeCrop({ doc }: Session, crop: Crop): void {
  doc.crop = essentialCrop(crop, canvasSize(doc))
}

/** Changes the crop as one undo step. Steps with the same `merge` key in quick succession become one step. */
function edit(session: Session, label: string, change: (crop: Crop, canvas: Size) => Crop, merge?: string): void {
  if (!session.doc.photo) return
  const next = change(currentCrop(session), canvasSize(session.doc))
  session.history.transact(label, () => writeCrop(session, next), merge)
}

/**
 * Sets the crop's ratio, as one undo step, and centers the frame on the subject. Without a subject, the frame's center
 * doesn't move. `size`: minimum size of exported files, px. If `size` is absent, the file size is removed.
 */
export function setRatio(session: Session, format: CropFormat, size?: Size): void {
  const doc = snapshotOf(session)
  const matte = matteOf(doc, session.assets)
  const around = ({ fileWidth, fileHeight, ...crop }: Crop, canvas: Size): Crop => ({
    ...aroundSubject({ ...doc, crop }, { canvas, size, format }, matte),
    ...(size && { fileWidth: size.width, fileHeight: size.height }),
  })
  edit(session, t('Crop'), around, size && 'crop.size')
}

/**
 * Sets the width or height of the frame, in px of the turned canvas. Consecutive calls for one side are one undo step.
 */
export const setFrameSide = (session: Session, side: keyof Size, length: number): void =>
  edit(session, t('Resize frame'), (crop, canvas) => withSide(crop, side, length, canvas), `crop.${side}`)

/** Moves the frame by an offset in px of the turned canvas. Consecutive calls are one undo step. */
export const moveFrame = (session: Session, by: Point): void =>
  edit(session, t('Move frame'), (crop, canvas) => moveCrop(crop, by, canvas), 'crop.move')

/** Scales the frame around its center by `factor`. Consecutive calls are one undo step. */
export const scaleFrame = (session: Session, factor: number): void =>
  edit(session, t('Resize frame'), (crop, canvas) => scaleCrop(crop, factor, canvas), 'crop.scale')

/** Rotates the composition clockwise by 90°, as one undo step. */
export const rotatePicture = (session: Session): void => edit(session, t('Rotate by 90°'), rotateCrop)

/**
 * Flips the image as displayed, as one undo step. Layers that must stay readable, such as text layers, aren't flipped.
 * A vertical flip is stored as a horizontal flip and a rotation by 180°. In an image rotated by 90°, this applies to
 * the horizontal flip instead. In both cases, this function rotates the readable layers back.
 */
export function flipPicture(session: Session, axis: 'horizontal' | 'vertical'): void {
  const { doc, history } = session
  if (!doc.photo) return
  const snapshot = snapshotOf(session)
  const crop = cropOf(snapshot)
  const next = flipCrop(crop, axis, canvasSize(doc))
  const isTurned = Math.abs(next.quarterTurns - crop.quarterTurns) === 2
  history.transact(axis === 'horizontal' ? t('Flip horizontally') : t('Flip vertically'), () => {
    writeCrop(session, next)
    if (isTurned) turnOver(session, snapshot, () => true)
  })
}

/** Returns the same rotation between -180° and 180°. */
const turnAngle = (degrees: number): number => degrees - 360 * Math.round(degrees / 360)

/** Rotates the layers that must stay readable by 180° if `isTurned` returns true for a layer and its rotation. */
function turnOver(
  { doc }: Session,
  before: DocumentSnapshot,
  isTurned: (rotation: number, layer: Immutable<LayerBase>) => boolean,
): void {
  for (const layer of Object.values(before.layers)) {
    const { staysReadable, transform } = kindOf(layer.kind)
    const proxy = doc.layers[layer.id]
    if (!staysReadable || !transform || !proxy) continue
    const { rotation } = transform.placed(layer, before)
    if (isTurned(rotation, layer)) transform.rotateTo?.(proxy, rotation + 180)
  }
}

/**
 * Returns true if the layer has been rotated by 180° since the panel was opened. Returns undefined if the layer was
 * added later.
 */
function isTurnedSinceOpening(session: Session, rotation: number, { id, kind }: Immutable<LayerBase>) {
  const opened = cropState(session).layers[id]
  const placed = opened && kindOf(kind).transform?.placed(opened, snapshotOf(session))
  return placed && Math.abs(turnAngle(rotation - placed.rotation)) > 179
}

/**
 * Removes the crop, as one undo step, so that the export contains the whole unrotated photo. Layers that flips have
 * rotated are rotated back. If the flips may be from before the panel was opened, these are the layers that would
 * otherwise be upside down.
 */
export function resetCrop(session: Session): void {
  const { doc, history } = session
  const before = snapshotOf(session)
  const { isMirrored, quarterTurns } = cropOf(before)
  const wasUpright = isUpright(turnOf({ crop: cropState(session).start }))
  // In any other state, a single flip and rotations of the crop don't turn layers. Then the user has probably turned them.
  const mayBeTurned = quarterTurns === 2 || (isMirrored && quarterTurns !== 0)
  // A layer that is turned by exactly 90° is ambiguous. After a vertical flip, it was probably turned by the flip.
  const limit = isMirrored && quarterTurns === 2 ? 90 : 91
  history.transact(t('Reset crop'), () => {
    doc.crop = null
    turnOver(
      session,
      before,
      (rotation, layer) =>
        (wasUpright ? isTurnedSinceOpening(session, rotation, layer) : undefined) ??
        (mayBeTurned && Math.abs(turnAngle(rotation)) >= limit),
    )
  })
}

/** Opens the Crop panel and deselects all layers. If the panel is already open, closes it without changing the crop. */
export function toggleCrop(session: Session): void {
  const { ui } = session
  if (isCropOpen(ui)) closeCrop(session)
  else {
    select(ui)
    openCrop(session)
  }
}

/** Opens the Crop panel with a ratio, so that the user can move the frame. */
export function openCropWith(session: Session, format: CropFormat): void {
  if (!isCropOpen(session.ui)) toggleCrop(session)
  setRatio(session, format)
}

/**
 * Until `dispose`, fits the layers to the frame whenever the panel closes. If a document is opened while the panel is
 * open, Cancel restores the new document's crop.
 */
export const createCropFlow = ({ session }: { session: Session }) => ({
  dispose: stopAll([fitLayersToCrops(session), session.replaced.subscribe(() => restartCrop(session))]),
})

/**
 * Listens for the closing of the Crop panel. If the new frame cuts off a text layer that was completely visible, fits
 * all layers to the frame. A text layer that the subject would hide after fitting moves to a readable place. Crop and
 * fitting are one undo step, and a toast offers Undo. After a rotation or flip, layers aren't fitted. Returns a
 * function that removes the listener.
 */
export function fitLayersToCrops(session: Session): () => void {
  const { ui } = session
  let wasOpen = isCropOpen(ui)
  return subscribe(ui, () => {
    const isClosed = wasOpen && !isCropOpen(ui)
    wasOpen = isCropOpen(ui)
    if (isClosed) fitLayers(session, startOnCanvas(session))
  })
}

/** Fits the layers to the new crop. `start`: the crop when the panel was opened, in px of the current canvas. */
function fitLayers(session: Session, start: Immutable<Crop> | null): void {
  const { doc, history } = session
  const now = snapshotOf(session)
  const was = { ...now, crop: start && { ...start } }
  if (!now.photo || turnKeyOf(cropOf(was)) !== turnKeyOf(cropOf(now))) return
  const [before, after] = [surroundingsOf(was), surroundingsOf(now)]
  const layers = Object.values(now.layers).filter(({ kind }) => {
    const { slot, isBoundToPhoto } = kindOf(kind)
    return slot === 'placed' && !isBoundToPhoto
  })
  if (!layers.some((layer) => isCutOff(layer, before, after))) return
  history.transact(t('Crop'), () => {
    // fits anchored layers to the frame too, because the subject hasn't moved
    for (const { anchor, ...layer } of layers)
      doc.layers[layer.id] = { ...refitLayer(layer, before, after, true), ...(anchor && { anchor }) }
    const matte = matteOf(now, session.assets)
    for (const { id, kind, isHidden } of layers)
      if (matte && kind === 'text' && !isHidden)
        keepReadable(doc.layers[id] as TextLayer, was, snapshotOf(session), matte)
  })
  history.mergeBack('crop', cropState(session).mark)
  offerUndo(session, t('Layers fitted to the new size.'))
}

const turnKeyOf = ({ angle, quarterTurns, isMirrored }: Crop) => `${angle} ${quarterTurns} ${isMirrored}`

/** Returns true for a text layer whose letters were inside the image but now cross the frame's edge. */
function isCutOff(layer: Immutable<LayerBase>, before: Surroundings, after: Surroundings): boolean {
  const { isTextEditable, transform } = kindOf(layer.kind)
  const letters = isTextEditable && !layer.isHidden && transform?.visible?.(layer, after.doc)
  if (!letters) return false
  const box = uprightBox(letters)
  return contains(before.picture, box) && !contains(after.picture, box) && intersection(after.picture, box) !== null
}

/**
 * Closes the panel and restores the crop that was set when the panel opened, as one undo step. Cancels Fill around if it
 * is running. If Fill around was used in the open panel, the step also removes the extended photo and moves the layers
 * back to their former places. Layers that a vertical flip has rotated are rotated back.
 */
export function cancelCrop(session: Session): void {
  const { doc, history } = session
  const { start } = cropState(session)
  cropState(session).cancelFilling()
  const fill = shownFill(session)
  if (fill || !isEqual(start, doc.crop))
    history.transact(t('Cancel crop'), () => {
      if (fill) revertFill(session, fill)
      doc.crop = start && { ...start }
      turnOver(session, snapshotOf(session), (...layer) => isTurnedSinceOpening(session, ...layer) === true)
    })
  closeCrop(session)
}

/** Reverts the changes that Fill around has made. Fields that the user has changed since then keep their values. */
function revertFill(session: Session, { before, after }: CropFill): void {
  const { doc } = session
  const { layers, tune } = snapshotOf(session)
  doc.backdrop = mutableCopy(before.backdrop) as Backdrop
  assignInPlace(doc, 'tune', withAmendment(tune, { before: after.tune, after: before.tune }))
  for (const [id, layer] of Object.entries(layers)) {
    const change = { before: after.layers[id as LayerId], after: before.layers[id as LayerId] }
    assignInPlace(doc.layers, id, withAmendment(layer, change))
  }
}
