import type { Point } from '../../../kit/base/geometry.ts'

/** One stroke of the pencil or the eraser, from pointer down to pointer up. Positions are CSS px of the canvas. */
export interface StrokeGesture {
  to(at: Point, pressure: number | null): void
  /** Keeps the result as one undo step. A stroke without length changes nothing. */
  end(): void
  cancel(): void
}
