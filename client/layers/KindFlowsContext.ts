/**
 * Editor flows that the tabs of layer kinds can start, such as importing an image. The editor provides them by context.
 */
import { createContext } from 'react'
import { useRequired } from '#client/kit/ui/hooks.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { ReducedPixels } from './colors/reducedPixels.ts'
import type { Overlays } from './overlay/overlays.ts'

export interface Stickers {
  /** Imports an image. A newer call aborts the running import. */
  add(file: File): Promise<void>
}

export interface KindFlows {
  stickers: Stickers
  overlays: Overlays
  /** Paints a document. The longer side of the result is at most `side` px. Null if it can't be painted. */
  paintReduced(doc: DocumentSnapshot, side: number): Promise<ReducedPixels | null>
}

/** Null outside the editor. */
export const KindFlowsContext = createContext<KindFlows | null>(null)

/** Returns the flows that the tabs of kinds may start. @throws Error outside the editor */
export const useKindFlows = (): KindFlows => useRequired(KindFlowsContext)
