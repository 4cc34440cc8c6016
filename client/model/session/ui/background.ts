/** State of the Change BG tab. */
export interface BackgroundUi {
  /** The open section; null = the one of the current background. */
  mode: 'color' | 'image' | null
  /** Eyedropper: the next press on the canvas picks the photo's colour there. */
  isPicking: boolean
}

/** Returns the state at the start of a session. */
export const initialBackgroundUi = (): BackgroundUi => ({ mode: null, isPicking: false })
