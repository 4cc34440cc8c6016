import type { Point } from '../../kit/base/geometry.ts'

/** https://developer.mozilla.org/en-US/docs/Web/API/GestureEvent */
interface GestureEvent extends UIEvent {
  /** Scale relative to the start of the gesture. */
  scale: number
  clientX: number
  clientY: number
}

interface Pinching {
  element: HTMLElement
  /** Returns true while fingers touch the screen; gesture events then belong to them and not to the trackpad. */
  hasFingers(): boolean
  /** Receives the scale factor since the last call, and the position in CSS px. */
  zoom(at: Point, factor: number): void
  signal: AbortSignal
}

/**
 * Handles pinching on a Mac's trackpad in Safari, which reports it by its own gesture events. Listens until `signal`
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
