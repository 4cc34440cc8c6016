/** Keeps `--visible` at the height that is really seen: an on-screen keyboard takes its part of the page away. */
import { type RefObject, useLayoutEffect } from 'react'

export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const seen = window.visualViewport
    if (!seen) return
    const tell = () => {
      // A page that is zoomed in by hand keeps its layout.
      if (seen.scale === 1) element.current?.style.setProperty('--visible', `${Math.round(seen.height)}px`)
    }
    tell()
    seen.addEventListener('resize', tell)
    return () => seen.removeEventListener('resize', tell)
  }, [element])
}
