/** State of the Tune tab. */
export interface TuneUi {
  /** The two apply-to switches of the enhancements (spec §3). */
  foreground: boolean
  background: boolean
}

/** Returns the Tune tab's state at the start of a session: both apply-to switches on. */
export const initialTuneUi = (): TuneUi => ({ foreground: true, background: true })
