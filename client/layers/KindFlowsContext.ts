/**
 * Editor flows that the tabs of layer kinds can start, such as importing an image. The editor provides these flows by
 * React context.
 */
import { createContext } from 'react'
import { useRequired } from '#client/kit/ui/hooks.ts'
import type { PaintReduced } from './text/automaticColors.ts'

export interface Stickers {
  /** Imports an image. A newer call aborts the running import. */
  add(file: File): Promise<void>
}

export interface KindFlows {
  stickers: Stickers
  paintReduced: PaintReduced
}

/** The flows, or null outside the editor. */
export const KindFlowsContext = createContext<KindFlows | null>(null)

/** Hook that returns the flows. @throws Error outside the editor */
export const useKindFlows = (): KindFlows => useRequired(KindFlowsContext)
