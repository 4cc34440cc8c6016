/** Drawing without a pointer: the arrow keys move the pen over the canvas, Enter sets it down and lifts it. */
import type { Point } from '../../base/geometry.ts'
import type { ToolContext } from '../tool.ts'
import { ring } from './ring.ts'

interface Pen {
  /** False when nothing can be drawn just now. */
  start(): boolean
  to(at: Point): void
  end(): void
  cancel(): void
  isDown(): boolean
}

/** CSS px per press, and with Shift. */
const STEP = 4
const LEAP = 40

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

export function createKeyPen(context: ToolContext, pen: Pen): { key(name: string, isShifted: boolean): boolean } {
  const { session, viewport, feedback } = context
  /** CSS px; null until a key has asked for the pen: then it begins in the middle. */
  let at: Point | null = null

  function move(direction: Point, by: number) {
    const { width, height } = viewport.get().canvas
    const from = at ?? { x: width / 2, y: height / 2 }
    at = {
      x: Math.min(width, Math.max(0, from.x + direction.x * by)),
      y: Math.min(height, Math.max(0, from.y + direction.y * by)),
    }
    if (pen.isDown()) pen.to(at)
    feedback.show({ furniture: ring(context, at) })
  }

  return {
    key(name, isShifted) {
      const direction = DIRECTIONS[name]
      if (direction) move(direction, isShifted ? LEAP : STEP)
      else if (name === 'Enter') {
        if (pen.isDown()) pen.end()
        else if (pen.start()) move({ x: 0, y: 0 }, 0)
      } else if (name === 'Escape') {
        if (pen.isDown()) pen.cancel()
        else {
          session.ui.draw.isOn = false
          feedback.clear()
        }
      } else return false
      return true
    },
  }
}
