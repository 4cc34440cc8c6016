import type { Point } from '../../kit/base/geometry.ts'

/** Natural logarithm of the zoom factor per px of wheel movement: one notch (about 100 px) is a factor of 1.2. */
const ZOOM_PER_PX = 0.0018
/** Firefox reports lines instead of px; height of a line, px. */
const LINE_PX = 33

/** What a wheel event does. `by` is in CSS px. */
export type WheelAction = { type: 'zoom'; factor: number } | { type: 'pan'; by: Point }

/** Returns what a wheel event does: zoom about the pointer, or with Shift scroll sideways. */
export function wheelAction(event: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'shiftKey'>): WheelAction {
  const unit = event.deltaMode === DOM_DELTA_LINE ? LINE_PX : 1
  // macOS reports a wheel with Shift as deltaX, other systems as deltaY.
  if (event.shiftKey) return { type: 'pan', by: { x: -(event.deltaX || event.deltaY) * unit, y: 0 } }
  return { type: 'zoom', factor: Math.exp(-event.deltaY * unit * ZOOM_PER_PX) }
}

/** The value of `WheelEvent.DOM_DELTA_LINE`, which does not exist outside a browser. */
const DOM_DELTA_LINE = 1
