import type { Point } from '#client/kit/base/geometry.ts'
import { createListeners } from '#client/kit/base/listeners.ts'
import type { Guide } from '#client/render/compositor/Selection.tsx'
import type { ToolOverlay } from '#client/render/compositor/Stage.tsx'

/** A text beside the pointer, for instance the angle of a rotation. */
export interface Readout {
  /** CSS px from the canvas' top left corner. */
  at: Point
  text: string
}

/** The outline of a brush, CSS px from the canvas' top left corner. */
export interface BrushRing {
  at: Point
  diameter: number
}

/** The guides, overlays and readout that a tool shows. They change with every frame, so they are not in valtio. */
export interface Feedback {
  readonly readout: Readout | null
  readonly guides: readonly Guide[]
  /** Drawn over the image: the brush's outline or the selection rectangle. */
  readonly toolOverlay: ToolOverlay | null
  /** A brush outline above all other overlays of the stage, such as the mask. */
  readonly ring: BrushRing | null
  /** Replaces everything that is shown. Fields that `feedback` omits are hidden. */
  show(feedback: Partial<Pick<Feedback, 'readout' | 'guides' | 'toolOverlay' | 'ring'>>): void
  clear(): void
  subscribe(listener: () => void): () => void
}

const NONE: readonly Guide[] = []

/** Creates a Feedback that shows nothing. */
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
    listeners.emit()
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
