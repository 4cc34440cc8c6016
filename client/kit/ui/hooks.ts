import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Size } from '../base/geometry.ts'
import { isOnline } from '../base/network.ts'

/** Returns a ref with the value of the last committed render, for listeners that outlive their render. */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const ref = useRef(value)
  useLayoutEffect(() => {
    ref.current = value
  })
  return ref
}

/** The end of a drag: the pointer was released, or the drag was cancelled. */
type DragEnd = 'onCommit' | 'onCancel'

/** Hook with a function that follows a pressed pointer until its release. Escape and unmounting cancel the drag. */
export function usePointerDrag() {
  const cancel = useRef<(() => void) | null>(null)
  useLayoutEffect(() => () => cancel.current?.(), [])
  return {
    isActive: () => cancel.current !== null,
    follow(onMove: (event: PointerEvent) => void, onEnd: (how: DragEnd) => void) {
      const ending = new AbortController()
      const listen = { signal: ending.signal, capture: true }
      const end = (how: DragEnd) => {
        ending.abort()
        cancel.current = null
        onEnd(how)
      }
      cancel.current = () => end('onCancel')
      addEventListener('pointermove', onMove, listen)
      addEventListener('pointerup', () => end('onCommit'), listen)
      addEventListener('pointercancel', () => end('onCancel'), listen)
      addEventListener(
        'keydown',
        (event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation() // Escape only cancels the drag
          end('onCancel')
        },
        listen,
      )
    },
  }
}

/** Media query of the mobile breakpoint. */
export const NARROW = '(max-width: 767px)'
/**
 * Media query of screens with the rail at the bottom: narrow screens, and tablets in portrait orientation (tokens.css).
 */
export const RAIL_BELOW = `${NARROW}, (pointer: coarse) and (min-width: 768px) and (max-width: 999.98px) and (min-height: 600px)`
/** Media query of touch screens. */
export const COARSE = '(pointer: coarse)'

/** Hook that returns whether a media query matches. Renders the component again when the result changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Hook that returns the size of a mounted element without its border, CSS px; null until it has one. */
export function useSize(host: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const element = host.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0 && height > 0) setSize({ width, height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [host])
  return size
}

/** Hook that returns whether the device is online. Renders the component again when that changes. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline, () => true)

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
