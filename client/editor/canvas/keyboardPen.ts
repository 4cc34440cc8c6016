import type { Point } from '#client/kit/base/geometry.ts'
import type { ToolContext } from './tool.ts'

interface Pen {
  /** Shows the pen's position, CSS px; null hides the pen. */
  show(at: Point | null): void
  /** Starts a stroke. Returns false when drawing is impossible now. */
  start(): boolean
  to(at: Point): void
  end(): void
  cancel(): void
  isDown(): boolean
  /** Closes the tool. Called for Escape while no stroke is drawn. */
  putAway(): void
}

/** Distance per key press, CSS px; with Shift, LEAP. */
const STEP = 4
const LEAP = 40

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Keyboard control of a pen. */
export interface KeyPen {
  /** Handles a key in the notation of `Tool.key`. Returns false for keys that the pen does not use. */
  key(name: string, isShifted: boolean): boolean
}

/**
 * Creates keyboard control of a pen. The arrow keys move the pen, and Enter starts and ends a stroke. Escape cancels
 * the stroke or closes the tool.
 */
export function createKeyPen({ viewport }: Pick<ToolContext, 'viewport'>, pen: Pen): KeyPen {
  /** CSS px; null until the first key, which places the pen in the centre of the canvas */
  let at: Point | null = null

  function move(direction: Point, by: number) {
    const { width, height } = viewport.get().canvas
    const from = at ?? { x: width / 2, y: height / 2 }
    at = {
      x: Math.min(width, Math.max(0, from.x + direction.x * by)),
      y: Math.min(height, Math.max(0, from.y + direction.y * by)),
    }
    if (pen.isDown()) pen.to(at)
    pen.show(at)
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
          pen.putAway()
          pen.show(null)
        }
      } else return false
      return true
    },
  }
}
