/**
 * What a tool shows besides the document: guides and its own toolOverlay on the stage, a readout beside the cursor.
 * Changes per frame, so it is not in valtio.
 */
import type { Point } from '../../kit/base/geometry.ts'
import { createListeners } from '../../kit/base/listeners.ts'
import type { Guide } from '../../render/compositor/Selection.tsx'
import type { ToolOverlay } from '../../render/compositor/Stage.tsx'

export interface Readout {
  /** CSS px from the canvas' top left corner. */
  at: Point
  text: string
}

/** A brush's outline; CSS px from the canvas' top left corner. */
export interface BrushRing {
  at: Point
  diameter: number
}

export interface Feedback {
  readonly readout: Readout | null
  readonly guides: readonly Guide[]
  /** Drawn over everything: a brush's ring, a marquee. */
  readonly toolOverlay: ToolOverlay | null
  /** Above what lies over the stage, a mask for one. */
  readonly ring: BrushRing | null
  /** In place of everything that was shown. */
  show(feedback: Partial<Pick<Feedback, 'readout' | 'guides' | 'toolOverlay' | 'ring'>>): void
  clear(): void
  subscribe(listener: () => void): () => void
}

const NONE: readonly Guide[] = []

export function createFeedback(): Feedback {
  let readout: Readout | null = null
  let guides = NONE
  let toolOverlay: ToolOverlay | null = null
  let ring: BrushRing | null = null
  const listeners = createListeners()
  const show: Feedback['show'] = (next) => {
    readout = next.readout ?? null
    guides = next.guides && next.guides.length > 0 ? next.guides : NONE
    toolOverlay = next.toolOverlay ?? null
    ring = next.ring ?? null
    listeners.tell()
  }
  return {
    get readout() {
      return readout
    },
    get guides() {
      return guides
    },
    get toolOverlay() {
      return toolOverlay
    },
    get ring() {
      return ring
    },
    show,
    clear: () => show({}),
    subscribe: listeners.subscribe,
  }
}
