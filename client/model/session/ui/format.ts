/** State of the Crop panel. */
import type { Immutable } from '#client/kit/base/immutable.ts'
import type { Crop } from '../../document/crop.ts'

/** id of the Crop panel in `ui.tab` */
export const FORMAT_TAB = 'format'

export interface FormatUi {
  /** Crop when the panel opened, restored by Cancel. */
  start: Immutable<Crop> | null
  /** Tab that was open before; null = none. */
  returnTab: string | null
}

export const initialFormatUi = (): FormatUi => ({ start: null, returnTab: null })

interface PanelUi {
  tab: string | null
  format: FormatUi
}

export const isFormatOpen = ({ tab }: { readonly tab: string | null }): boolean => tab === FORMAT_TAB

/**
 * Opens the panel. Remembers `crop` (restored by Cancel; null = none) and the open tab. Does nothing if the panel is
 * open.
 */
export function openFormat(ui: PanelUi, crop: Immutable<Crop> | null): void {
  if (isFormatOpen(ui)) return
  ui.format = { start: crop && { ...crop }, returnTab: ui.tab }
  ui.tab = FORMAT_TAB
}

/** Makes the crop of a document that was just opened the crop that Cancel restores. */
export function restartFormat(ui: PanelUi, crop: Immutable<Crop> | null): void {
  ui.format.start = crop && { ...crop }
}

/** Closes the panel and reopens the previous tab. */
export function closeFormat(ui: PanelUi): void {
  if (!isFormatOpen(ui)) return
  ui.tab = ui.format.returnTab
  ui.format = initialFormatUi()
}
