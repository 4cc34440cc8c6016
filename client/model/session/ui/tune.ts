/** State of the Tune tab. */
export interface TuneUi {
  /** The two apply-to switches of the enhancements (spec §3). */
  foreground: boolean
  background: boolean
  /** The compare button is held: the preview shows the photo without its enhancements. */
  isComparing: boolean
}

/** Returns the Tune tab's state at the start of a session: both apply-to switches on, compare button not held. */
export const initialTuneUi = (): TuneUi => ({ foreground: true, background: true, isComparing: false })
