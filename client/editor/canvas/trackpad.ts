/** Pinching on a Mac's trackpad in Safari, which tells of it by events of its own and else zooms the page. */
import type { Point } from '../../kit/base/geometry.ts'

/** https://developer.mozilla.org/en-US/docs/Web/API/GestureEvent */
interface GestureEvent extends UIEvent {
  /** 1 where the gesture began. */
  scale: number
  clientX: number
  clientY: number
}

interface Pinching {
  element: HTMLElement
  /** Fingers on the glass tell of themselves; a gesture is the trackpad's only without them. */
  hasFingers(): boolean
  /** `factor` is against the last call. */
  zoom(at: Point, factor: number): void
  signal: AbortSignal
}

export function bindTrackpad({ element, hasFingers, zoom, signal }: Pinching): void {
  let last = 1
  const listen = (type: string, hear: (event: GestureEvent) => void) =>
    element.addEventListener(
      type,
      (event) => {
        event.preventDefault() // the page stays as large as it is
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
