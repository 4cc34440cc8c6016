/** State of the Crop panel. */
import type { Immutable } from '#client/kit/base/immutable.ts'
import type { Crop } from '#client/model/document/crop.ts'

/** id of the Crop panel in `ui.tab` */
export const CROP_TAB = 'crop'

export interface CropUi {
  /** The crop at the time when the user opened the panel. Cancel restores this crop. */
  start: Immutable<Crop> | null
  /** The tab that was open before the panel. Null = no tab. */
  returnTab: string | null
}

export const initialCropUi = (): CropUi => ({ start: null, returnTab: null })

interface PanelUi {
  tab: string | null
  crop: CropUi
}

export const isCropOpen = ({ tab }: { readonly tab: string | null }): boolean => tab === CROP_TAB

/**
 * Opens the panel, if it is closed. Stores the open tab, and `crop` as the crop that Cancel restores (null = no crop).
 */
export function openCrop(ui: PanelUi, crop: Immutable<Crop> | null): void {
  if (isCropOpen(ui)) return
  ui.crop = { start: crop && { ...crop }, returnTab: ui.tab }
  ui.tab = CROP_TAB
}

/** Stores the crop of a newly opened document as the crop that Cancel restores. */
export function restartCrop(ui: PanelUi, crop: Immutable<Crop> | null): void {
  ui.crop.start = crop && { ...crop }
}

/** Closes the panel and reopens the tab that was open before the panel. */
export function closeCrop(ui: PanelUi): void {
  if (isCropOpen(ui)) ui.tab = ui.crop.returnTab
}
