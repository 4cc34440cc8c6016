/** The mouse wheel: zooms about the pointer, and scrolls sideways with Shift. */
import type { Point } from '../../kit/base/geometry.ts'

/** Zoom per px of wheel movement, natural logarithm: one notch (about 100 px) is a factor of 1.2. */
const ZOOM_PER_PX = 0.0018
/** Firefox reports lines where others report px; one line in px. */
const LINE_PX = 33

/** What a wheel event asks for. `by` in CSS px. */
export type WheelAction = { type: 'zoom'; factor: number } | { type: 'pan'; by: Point }

export function wheelAction(event: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'shiftKey'>): WheelAction {
  const unit = event.deltaMode === DOM_DELTA_LINE ? LINE_PX : 1
  // macOS reports a wheel with Shift as deltaX, other systems as deltaY.
  if (event.shiftKey) return { type: 'pan', by: { x: -(event.deltaX || event.deltaY) * unit, y: 0 } }
  return { type: 'zoom', factor: Math.exp(-event.deltaY * unit * ZOOM_PER_PX) }
}

/** `WheelEvent.DOM_DELTA_LINE`, which does not exist outside a browser. */
const DOM_DELTA_LINE = 1
