import type { Point } from '#client/kit/geometry/geometry.ts'

/** The fields of Safari's gesture event: https://developer.mozilla.org/en-US/docs/Web/API/GestureEvent */
interface GestureEvent extends UIEvent {
  /** Scale relative to the start of the gesture. */
  scale: number
  clientX: number
  clientY: number
}

interface Pinching {
  element: HTMLElement
  /**
   * Returns true while fingers touch the screen. Gesture events then come from the touch screen, not from the trackpad.
   */
  hasFingers(): boolean
  /** Zooms by the scale factor since the last call, about a position in CSS px. */
  zoom(at: Point, factor: number): void
  signal: AbortSignal
}

/**
 * Handles a pinch on a Mac's trackpad, which Safari reports as non-standard gesture events. Listens until `signal`
 * aborts.
 */
export function bindTrackpad({ element, hasFingers, zoom, signal }: Pinching): void {
  let last = 1
  const listen = (type: string, hear: (event: GestureEvent) => void) =>
    element.addEventListener(
      type,
      (event) => {
        event.preventDefault() // keeps Safari from zooming the page
        hear(event as GestureEvent)
      },
      { signal, passive: false },
    )

  listen('gesturestart', () => {
    last = 1
  })
  listen('gesturechange', ({ scale, clientX, clientY }) => {
    const box = element.getBoundingClientRect()
    if (!hasFingers() && scale > 0) zoom({ x: clientX - box.left, y: clientY - box.top }, scale / last)
    last = scale
  })
  listen('gestureend', () => {})
}

/** Natural logarithm of the zoom factor per px of wheel movement. One notch (about 100 px) is a factor of 1.2. */
const ZOOM_PER_PX = 0.0018
/** Height of a line, px. Firefox reports wheel movements in lines. */
const LINE_PX = 33

/** The effect of a wheel event. `by` is in CSS px. */
type WheelAction = { type: 'zoom'; factor: number } | { type: 'pan'; by: Point }

/** Returns the effect of a wheel event: horizontal panning with Shift, otherwise a zoom about the pointer. */
export function wheelAction(event: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'shiftKey'>): WheelAction {
  const unit = event.deltaMode === DOM_DELTA_LINE ? LINE_PX : 1
  // For a wheel with Shift, macOS sets deltaX, and other systems set deltaY.
  if (event.shiftKey) return { type: 'pan', by: { x: -(event.deltaX || event.deltaY) * unit, y: 0 } }
  return { type: 'zoom', factor: Math.exp(-event.deltaY * unit * ZOOM_PER_PX) }
}

/** The value of `WheelEvent.DOM_DELTA_LINE`, which does not exist outside a browser. */
const DOM_DELTA_LINE = 1
