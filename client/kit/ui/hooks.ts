import { type RefObject, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { isOnline } from '../base/network.ts'

/**
 * Returns a ref with the value of the last committed render, for listeners that outlive the render that created them.
 */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const ref = useRef(value)
  useLayoutEffect(() => {
    ref.current = value
  })
  return ref
}

/** Media query of the mobile breakpoint (spec §9). */
export const NARROW = '(max-width: 767px)'
/** Media query of screens whose rail lies at the bottom: narrow ones, and tablets held upright (tokens.css). */
export const RAIL_BELOW = `${NARROW}, (pointer: coarse) and (min-width: 768px) and (max-width: 999.98px) and (min-height: 600px)`
/** Media query of touch screens. */
export const COARSE = '(pointer: coarse)'

/** Hook that returns whether a media query matches, and renders again when that changes. */
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

/** Hook that returns whether the device has a network connection, and renders again when that changes. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline, () => true)

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
