/** What the layers panel remembers. */
import type { LayerId } from '../../../kit/base/ids.ts'

export interface LayersUi {
  /** Null = as the screen is wide: nobody has said yet. */
  isOpen: boolean | null
  /** As it stands: the panel says so, keys that toggle it ask. */
  isShown: boolean
  /** The layer whose name is being typed. */
  renaming: LayerId | null
}

export const freshLayersUi = (): LayersUi => ({ isOpen: null, isShown: false, renaming: null })
