import { useCallback, useSyncExternalStore } from 'react'

/** The mobile breakpoint (spec §9). */
export const NARROW = '(max-width: 767px)'
export const COARSE = '(pointer: coarse)'

/** Whether a media query holds, as it changes. */
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
