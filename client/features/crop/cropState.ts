import type { Size } from '#client/kit/geometry/geometry.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { aboutCenter, type Crop, cropOf, turnedSize } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { closeTool, openTool } from '#client/model/session/ui/subject.ts'
import { containedMap } from '#client/render/photo/subjectPlacement.ts'

/** id of the Crop panel in `ui.panel` */
export const CROP_PANEL = 'crop'

/** The document before and after the user pressed Fill around. */
export interface CropFill {
  before: DocumentSnapshot
  after: DocumentSnapshot
}

interface CropState {
  /** The crop when the user opened the panel. Cancel restores this crop. */
  start: Immutable<Crop> | null
  /** The last undo step before the user opened the panel (`History.mark`). */
  mark: number
  /** The layers when the user opened the panel. */
  layers: DocumentSnapshot['layers']
  /** The last use of Fill around since the user opened the panel, or null. */
  fill: CropFill | null
  /** Cancels Fill around if it is running. Called when the user clicks Cancel in the panel. */
  cancelFilling(): void
}

/** Returns the panel's state in a session. */
export const cropState = memoOn(
  (_: Session): CropState => ({ start: null, mark: 0, layers: {}, fill: null, cancelFilling() {} }),
)

/** Returns the last use of Fill around since the panel was opened. Null if there is none, or if it was undone. */
export function shownFill(session: Session): CropFill | null {
  const { fill } = cropState(session)
  const [filled, shown] = [fill?.after.backdrop, session.doc.backdrop]
  return filled?.type === 'image' && shown.type === 'image' && shown.asset === filled.asset ? fill : null
}

/**
 * Returns the crop that was set when the user opened the panel, in px of the current canvas. Null if the image was not
 * cropped and Fill around hasn't changed the canvas since.
 */
export function startOnCanvas(session: Session): Immutable<Crop> | null {
  const { start } = cropState(session)
  const fill = shownFill(session)
  if (!fill) return start
  const crop = cropOf({ ...fill.before, crop: start })
  const [from, to] = [fill.before, fill.after].map((doc) => turnedSize(crop, canvasSize(doc))) as [Size, Size]
  const by = containedMap(fill.after).a
  const center = {
    x: to.width / 2 + by * (crop.x + crop.width / 2 - from.width / 2),
    y: to.height / 2 + by * (crop.y + crop.height / 2 - from.height / 2),
  }
  return { ...crop, ...aboutCenter(center, { width: by * crop.width, height: by * crop.height }) }
}

export const isCropOpen = ({ panel }: { readonly panel: string | null }): boolean => panel === CROP_PANEL

/** Opens the panel if it is closed. Remembers the open panel, and the crop that Cancel restores. */
export function openCrop(session: Session): void {
  if (isCropOpen(session.ui)) return
  restartCrop(session)
  openTool(session.ui, CROP_PANEL, CROP_PANEL)
}

/** Makes the document's current crop the crop that Cancel restores. */
export function restartCrop(session: Session): void {
  const { crop, layers } = snapshotOf(session)
  Object.assign(cropState(session), { start: crop, mark: session.history.mark, layers, fill: null })
}

/** Closes the panel and reopens the panel that was open before. Does nothing if the panel is closed. */
export function closeCrop(session: Session): void {
  if (isCropOpen(session.ui)) closeTool(session.ui, CROP_PANEL)
}
