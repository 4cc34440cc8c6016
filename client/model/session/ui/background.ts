/** What the Change BG tab remembers. */
export interface BackgroundUi {
  /** Which of its two sides is open; null = the one of the background that is there. */
  mode: 'color' | 'image' | null
  /** The next press on the canvas takes the photo's colour there. */
  isPicking: boolean
}

export const freshBackgroundUi = (): BackgroundUi => ({ mode: null, isPicking: false })
