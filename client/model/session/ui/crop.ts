/** State of the Crop panel. */
import type { Immutable } from '#client/kit/base/immutable.ts'
import type { Crop } from '../../document/crop.ts'

/** id of the Crop panel in `ui.tab` */
export const CROP_TAB = 'format'

export interface CropUi {
  /** Crop when the panel opened, restored by Cancel. */
  start: Immutable<Crop> | null
  /** Tab that was open before; null = none. */
  returnTab: string | null
}

export const initialCropUi = (): CropUi => ({ start: null, returnTab: null })

interface PanelUi {
  tab: string | null
  crop: CropUi
}

export const isCropOpen = ({ tab }: { readonly tab: string | null }): boolean => tab === CROP_TAB

/**
 * Opens the panel. Remembers `crop` (restored by Cancel; null = none) and the open tab. Does nothing if the panel is
 * open.
 */
export function openCrop(ui: PanelUi, crop: Immutable<Crop> | null): void {
  if (isCropOpen(ui)) return
  ui.crop = { start: crop && { ...crop }, returnTab: ui.tab }
  ui.tab = CROP_TAB
}

/** Makes the crop of a document that was just opened the crop that Cancel restores. */
export function restartCrop(ui: PanelUi, crop: Immutable<Crop> | null): void {
  ui.crop.start = crop && { ...crop }
}

/** Closes the panel and reopens the previous tab. */
export function closeCrop(ui: PanelUi): void {
  if (!isCropOpen(ui)) return
  ui.tab = ui.crop.returnTab
  ui.crop = initialCropUi()
}
