import type { Point } from '../../../kit/base/geometry.ts'

/** What the pencil or the eraser does between pointer down and pointer up. Positions are CSS px of the canvas. */
export interface StrokeGesture {
  to(at: Point, pressure: number | null): void
  /** Keeps the result. A stroke without any length leaves no trace. */
  end(): void
  cancel(): void
}
