/** State of the Format panel, which edits the document's crop. */
import type { Immutable } from '../../../kit/base/immutable.ts'
import type { Crop } from '../../document/crop.ts'

/** The id in `ui.tab` of the panel that edits the crop. */
export const FORMAT_TAB = 'format'

/** State of the Format panel, which edits the document's crop. */
export interface FormatUi {
  /** The crop when the panel was opened, which Cancel restores. */
  start: Immutable<Crop> | null
  /** The tab that was open before; null = none. */
  returnTab: string | null
}

/** Returns the Format panel's state at the start of a session: closed. */
export const initialFormatUi = (): FormatUi => ({ start: null, returnTab: null })

interface PanelUi {
  tab: string | null
  format: FormatUi
}

/** Returns true while the crop is edited. */
export const isFormatOpen = ({ tab }: { readonly tab: string | null }): boolean => tab === FORMAT_TAB

/**
 * Opens the panel and remembers `crop`, which Cancel restores (null = none), and the tab that was open. Does nothing
 * while the panel is open.
 */
export function openFormat(ui: PanelUi, crop: Immutable<Crop> | null): void {
  if (isFormatOpen(ui)) return
  ui.format = { start: crop && { ...crop }, returnTab: ui.tab }
  ui.tab = FORMAT_TAB
}

/** Makes `crop`, of a document that was just opened, the one that Cancel restores. */
export function restartFormat(ui: PanelUi, crop: Immutable<Crop> | null): void {
  ui.format.start = crop && { ...crop }
}

/** Closes the panel and opens the tab from which it was opened. */
export function closeFormat(ui: PanelUi): void {
  if (!isFormatOpen(ui)) return
  ui.tab = ui.format.returnTab
  ui.format = initialFormatUi()
}
