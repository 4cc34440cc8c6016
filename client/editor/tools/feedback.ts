import { createListeners } from '#client/kit/async/listeners.ts'
import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import type { Guide } from '#client/render/compositor/Selection.tsx'
import type { ToolOverlay } from '#client/render/compositor/Stage.tsx'

/** Text next to the pointer, for example the angle of a rotation. */
export interface Readout {
  /** Position in CSS px from the canvas's top left corner. */
  at: Point
  text: string
}

/** The outline of a brush, CSS px from the canvas's top left corner. */
export interface BrushRing {
  at: Point
  diameter: number
}

const NONE: readonly Guide[] = []

/** A tool's guides, overlays and readout. They aren't in the valtio state, because they change in every frame. */
export class Feedback {
  readout: Readout | null = null
  guides = NONE
  /** The brush's outline or the selection rectangle, drawn over the image. */
  toolOverlay: ToolOverlay | null = null
  /** The brush's outline, drawn above all other overlays of the stage, such as the mask. */
  ring: BrushRing | null = null
  /** The toolbar next to the selected layers, CSS px from the canvas's top left corner. Messages must not cover it. */
  bar: Rect | null = null
  private readonly listeners = createListeners()
  /** a bound function, because React's `useSyncExternalStore` calls it without `this` */
  readonly subscribe = this.listeners.subscribe

  /** Replaces all guides, overlays and the readout. Fields that are absent are removed. */
  show({
    readout = null,
    guides = NONE,
    toolOverlay = null,
    ring = null,
  }: Partial<Pick<Feedback, 'readout' | 'guides' | 'toolOverlay' | 'ring'>>): void {
    Object.assign(this, { readout, guides: guides.length > 0 ? guides : NONE, toolOverlay, ring })
    this.listeners.emit()
  }

  clear(): void {
    this.show({})
  }

  placeBar(bar: Rect | null): void {
    this.bar = bar
    this.listeners.emit()
  }
}
