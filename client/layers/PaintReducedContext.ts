import { createContext } from 'react'
import { useRequired } from '#client/kit/ui/hooks.ts'
import type { PaintReduced } from './text/automaticColors.ts'

/** The editor's function that paints downscaled documents, or null outside the editor. */
export const PaintReducedContext = createContext<PaintReduced | null>(null)

/** Hook that returns the function in `PaintReducedContext`. @throws Error outside the editor */
export const usePaintReduced = (): PaintReduced => useRequired(PaintReducedContext)
