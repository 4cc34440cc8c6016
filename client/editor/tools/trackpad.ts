import type { Point } from '#client/kit/geometry/geometry.ts'

/** Fields of Safari's gesture event: https://developer.mozilla.org/en-US/docs/Web/API/GestureEvent */
interface GestureEvent extends UIEvent {
  /** Scale relative to the start of the gesture. */
  scale: number
  clientX: number
  clientY: number
}

interface Pinching {
  element: HTMLElement
  /**
   * Returns true while fingers touch the screen. During a touch, gesture events come from the touch screen and not from
   * a trackpad.
   */
  hasFingers(): boolean
  /** Zooms around a position (CSS px). `factor`: scale since the last call. */
  zoom(at: Point, factor: number): void
  signal: AbortSignal
}

/**
 * Handles pinches on a Mac's trackpad. Safari reports them as non-standard gesture events. Listens until `signal`
 * aborts.
 */
export function bindTrackpad({ element, hasFingers, zoom, signal }: Pinching): void {
  let last = 1
  const listen = (type: string, hear: (event: GestureEvent) => void) =>
    element.addEventListener(
      type,
      (event) => {
        event.preventDefault() // prevents Safari from zooming the page
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

/** Natural logarithm of the zoom factor per px of wheel movement. A notch (about 100 px) zooms by a factor of 1.2. */
const ZOOM_PER_PX = 0.0018
/** Height of a line in px. Firefox reports wheel movement in lines. */
const LINE_PX = 33

/** The effect of a wheel event on the view. `by`: distance in CSS px. */
type WheelAction = { type: 'zoom'; factor: number } | { type: 'pan'; by: Point }

/** Returns the action of a wheel event: with Shift, panning horizontally, otherwise zooming around the pointer. */
export function wheelAction(event: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'shiftKey'>): WheelAction {
  const unit = event.deltaMode === DOM_DELTA_LINE ? LINE_PX : 1
  // If Shift is held, macOS reports the movement in deltaX, and other systems in deltaY.
  if (event.shiftKey) return { type: 'pan', by: { x: -(event.deltaX || event.deltaY) * unit, y: 0 } }
  return { type: 'zoom', factor: Math.exp(-event.deltaY * unit * ZOOM_PER_PX) }
}

/** Value of `WheelEvent.DOM_DELTA_LINE`, which isn't defined outside browsers. */
const DOM_DELTA_LINE = 1
