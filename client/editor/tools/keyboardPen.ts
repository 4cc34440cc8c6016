import type { Point } from '#client/kit/geometry/geometry.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import type { Tool, ToolContext } from './tool.ts'

interface Pen {
  /** Shows the pen at a position in CSS px. Null hides the pen. */
  show(at: Point | null): void
  /** Starts a stroke. Returns false if drawing isn't possible. */
  start(): boolean
  /** Moves the pen during a stroke. Absent if the pen only clicks, so that `start` always returns false. */
  to?(at: Point): void
  end?(): void
  cancel?(): void
  isDown?(): boolean
  /** Closes the tool. Called on Escape if no stroke is being drawn. */
  putAway(): void
}

/** Distance per key press in CSS px. With Shift, the distance is LEAP. */
const STEP = 4
const LEAP = 40

/** The direction of each arrow key, as a unit vector. */
export const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/**
 * Creates a pen that is controlled by the keyboard. Arrow keys move the pen, and Enter starts and ends a stroke. Escape
 * cancels the stroke or closes the tool. The returned function implements `Tool.key`.
 */
export function createKeyPen({ viewport }: Pick<ToolContext, 'viewport'>, pen: Pen): NonNullable<Tool['key']> {
  /**
   * Position of the pen in CSS px. Null until the first key press, which places the pen at the center of the canvas.
   */
  let at: Point | null = null

  function move(direction: Point, by: number) {
    const { width, height } = viewport.get().canvas
    const from = at ?? { x: width / 2, y: height / 2 }
    at = {
      x: clamp(from.x + direction.x * by, 0, width),
      y: clamp(from.y + direction.y * by, 0, height),
    }
    if (pen.isDown?.()) pen.to?.(at)
    pen.show(at)
  }

  return (name, isShifted) => {
    const direction = ARROWS[name]
    if (direction) move(direction, isShifted ? LEAP : STEP)
    else if (name === 'Enter') {
      if (pen.isDown?.()) pen.end?.()
      else if (pen.start()) move({ x: 0, y: 0 }, 0)
    } else if (name === 'Escape') {
      if (pen.isDown?.()) pen.cancel?.()
      else {
        pen.putAway()
        pen.show(null)
      }
    } else return false
    return true
  }
}
