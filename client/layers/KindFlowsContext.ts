/** The editor's flows that tabs of kinds start. A flow imports files and knows the whole editor, so the editor provides it. */
import { createContext, use } from 'react'
import type { Overlays } from './overlay/overlays.ts'

/** The flow that imports images as stickers, as the tab uses it. */
export interface Stickers {
  /** The newest image wins. */
  add(file: File): Promise<void>
  cancel(): void
}

/** Flows of the editor that tabs of layer kinds start. */
export interface KindFlows {
  stickers: Stickers
  overlays: Overlays
}

/** Context of the flows that the tabs of kinds may start, such as importing an image; null outside of the editor. */
export const KindFlowsContext = createContext<KindFlows | null>(null)

/**
 * Returns the flows that the tabs of kinds may start.
 * @throws Error outside of the editor
 */
export function useKindFlows(): KindFlows {
  const flows = use(KindFlowsContext)
  if (!flows) throw new Error('useKindFlows outside the editor')
  return flows
}
