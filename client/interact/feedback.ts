/** What a running gesture shows: guides on the stage and a readout beside the cursor. Changes per frame, not in valtio. */
import type { Point } from '../base/geometry.ts'
import type { Guide } from '../compositor/Selection.tsx'

export interface Readout {
  /** CSS px from the canvas' top left corner. */
  at: Point
  text: string
}

export interface Feedback {
  readonly readout: Readout | null
  readonly guides: readonly Guide[]
  show(feedback: { readout?: Readout | null; guides?: readonly Guide[] }): void
  clear(): void
  subscribe(listener: () => void): () => void
}

const NONE: readonly Guide[] = []

export function createFeedback(): Feedback {
  let readout: Readout | null = null
  let guides = NONE
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  return {
    get readout() {
      return readout
    },
    get guides() {
      return guides
    },
    show(next) {
      readout = next.readout ?? null
      guides = next.guides && next.guides.length > 0 ? next.guides : NONE
      tell()
    },
    clear() {
      readout = null
      guides = NONE
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
