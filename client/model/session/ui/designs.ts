/** State of the gallery of designs. */

/** The id in `ui.tab` of the panel with the designs. */
export const DESIGNS_TAB = 'designs'

/** State of the gallery of designs. */
export interface DesignsUi {
  /** The design that is applied as soon as a photo is open and its subject is known; null = none. */
  pending: string | null
}

/** Returns the gallery's state at the start of a session: no design waits for a photo. */
export const initialDesignsUi = (): DesignsUi => ({ pending: null })
