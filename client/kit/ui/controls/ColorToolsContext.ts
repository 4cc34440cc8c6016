/** What the open editor gives to every colour control: the colours of its photo, and an eyedropper. */
import { createContext } from 'react'
import type { Hex } from '../../base/fields.ts'

/** What the open editor offers to colour controls: frequent colours of its photo, and an eyedropper. */
export interface ColorTools {
  /** Frequent colours of the subject and of the background; empty until they are known. */
  subject: readonly Hex[]
  background: readonly Hex[]
  /**
   * Starts the eyedropper: the next click on the picture calls `onPick` with the photo's colour there. `onEnd` is called
   * when it ends, with or without a colour. Returns a function that stops it.
   */
  pick(onPick: (color: Hex) => void, onEnd: () => void): () => void
}

/**
 * The open editor's colour tools; null outside of the editor, where colour controls have neither photo colours nor
 * eyedropper.
 */
export const ColorToolsContext = createContext<ColorTools | null>(null)
