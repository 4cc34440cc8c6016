/** State of the Change BG tab. */
export interface BackgroundUi {
  /** The open section; null = the one of the current background. */
  mode: 'color' | 'image' | null
  /** Eyedropper: the next press on the canvas picks the photo's colour there. */
  isPicking: boolean
}

/** Returns the Change BG tab's state at the start of a session: section of the current background, eyedropper off. */
export const initialBackgroundUi = (): BackgroundUi => ({ mode: null, isPicking: false })
