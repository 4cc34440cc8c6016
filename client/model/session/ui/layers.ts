/** State of the layers panel. */
import type { LayerId } from '../../../kit/base/ids.ts'

/** State of the layers panel. */
export interface LayersUi {
  /** Null = the user has not chosen: the width of the screen decides. */
  isOpen: boolean | null
  /** Whether the panel is visible now; written by the panel, read by the shortcut that toggles it. */
  isShown: boolean
  /** The layer that is being renamed. */
  renaming: LayerId | null
}

/** Returns the layers panel's state at the start of a session: open by the screen's width, not shown yet, no renaming. */
export const initialLayersUi = (): LayersUi => ({ isOpen: null, isShown: false, renaming: null })
