/** State of the Change BG tab. */
export interface BackgroundUi {
  /** The open section; null = the one of the current background. */
  mode: 'color' | 'image' | null
}

/**
 * Returns the Change BG tab's state at the start of a session: `mode` is null, so the tab follows the current background
 * (colour or image) until the user opens a section.
 */
export const initialBackgroundUi = (): BackgroundUi => ({ mode: null })
