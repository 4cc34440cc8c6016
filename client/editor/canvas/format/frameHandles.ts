/** Hit testing of the crop's frame, in CSS px. Pure functions. */
import type { Point, Rect } from '../../../kit/base/geometry.ts'
import type { FrameHandle } from '../../../model/document/cropEdits.ts'

/** What a drag moves: an edge or a corner, or the whole frame (0, 0). */
export type FrameGrip = FrameHandle

/** Half the width of the strip around an edge that can be dragged, CSS px: a finger's strip is 44 px wide. */
export const TOLERANCE = { fine: 12, coarse: 22 } as const

/** Returns what a drag that starts at a point moves; null outside the frame and its handles. */
export function gripAt(frame: Rect, { x, y }: Point, tolerance: number): FrameGrip | null {
  const across = sideAt(x - frame.x, frame.width, tolerance)
  const down = sideAt(y - frame.y, frame.height, tolerance)
  return across === null || down === null ? null : { x: across, y: down }
}

/** The strip of an edge ends a third into a small frame, so that the frame can still be moved. */
function sideAt(at: number, length: number, tolerance: number): -1 | 0 | 1 | null {
  const inner = Math.min(tolerance, length / 3)
  if (at < -tolerance || at > length + tolerance) return null
  if (at < inner) return -1
  return at > length - inner ? 1 : 0
}

const CURSORS: Readonly<Record<string, string>> = {
  '0 0': 'move',
  '-1 -1': 'nwse-resize',
  '1 1': 'nwse-resize',
  '1 -1': 'nesw-resize',
  '-1 1': 'nesw-resize',
  '-1 0': 'ew-resize',
  '1 0': 'ew-resize',
  '0 -1': 'ns-resize',
  '0 1': 'ns-resize',
}

/** Returns the CSS cursor over a grip. */
export const cursorOf = (grip: FrameGrip | null): string => (grip && CURSORS[`${grip.x} ${grip.y}`]) || 'default'
