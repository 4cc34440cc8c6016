/** What the Tune tab remembers. */
export interface TuneUi {
  /** The two apply-to switches of the enhancements (spec §3). */
  foreground: boolean
  background: boolean
  /** The preview shows the photo without its enhancements, as long as a button is held. */
  isComparing: boolean
}

export const freshTuneUi = (): TuneUi => ({ foreground: true, background: true, isComparing: false })
