import { proxy } from 'valtio/vanilla'
import { memoOn } from '#client/kit/values/identity.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { Crop } from '#client/model/document/crop.ts'
import type { Session } from '#client/model/session/session.ts'
import { closeTool, openTool } from '#client/model/session/ui/subject.ts'

/** id of the Crop panel in `ui.panel` */
export const CROP_PANEL = 'crop'

interface CropState {
  /** The crop when the user opened the panel. Cancel restores this crop. */
  start: Immutable<Crop> | null
}

/** Returns the panel's state in a session. */
export const cropState = memoOn((_: Session) => proxy<CropState>({ start: null }))

export const isCropOpen = ({ panel }: { readonly panel: string | null }): boolean => panel === CROP_PANEL

/** Opens the panel if it is closed. Remembers the open panel, and the crop that Cancel restores. */
export function openCrop(session: Session): void {
  if (isCropOpen(session.ui)) return
  restartCrop(session)
  openTool(session.ui, CROP_PANEL, CROP_PANEL)
}

/** Makes the document's current crop the crop that Cancel restores. */
export function restartCrop(session: Session): void {
  const { crop } = session.doc
  cropState(session).start = crop && { ...crop }
}

/** Closes the panel and reopens the panel that was open before. Does nothing if the panel is closed. */
export function closeCrop(session: Session): void {
  if (isCropOpen(session.ui)) closeTool(session.ui, CROP_PANEL)
}
