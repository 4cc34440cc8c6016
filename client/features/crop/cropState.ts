import { proxy } from 'valtio/vanilla'
import { memoOn } from '#client/kit/values/identity.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { Crop } from '#client/model/document/crop.ts'
import type { Session } from '#client/model/session/session.ts'

/** id of the Crop panel in `ui.tab` */
export const CROP_TAB = 'crop'

interface CropState {
  /** The crop when the user opened the panel. Cancel restores this crop. */
  start: Immutable<Crop> | null
  /** The tab that was open before the Crop panel, or null if no tab was open. */
  returnTab: string | null
}

/** Returns the panel's state in a session. */
export const cropState = memoOn((_: Session) => proxy<CropState>({ start: null, returnTab: null }))

export const isCropOpen = ({ tab }: { readonly tab: string | null }): boolean => tab === CROP_TAB

/** Opens the panel if it is closed. Remembers the open tab, and the crop that Cancel restores. */
export function openCrop(session: Session): void {
  const { ui } = session
  if (isCropOpen(ui)) return
  cropState(session).returnTab = ui.tab
  restartCrop(session)
  ui.tab = CROP_TAB
}

/** Makes the document's current crop the crop that Cancel restores. */
export function restartCrop(session: Session): void {
  const { crop } = session.doc
  cropState(session).start = crop && { ...crop }
}

/** Closes the panel and reopens the tab that was open before the panel. Does nothing if the panel is closed. */
export function closeCrop(session: Session): void {
  if (isCropOpen(session.ui)) session.ui.tab = cropState(session).returnTab
}
