/**
 * Keeps `--visible` at the height that is really seen and `--visible-top` at where that begins: an on-screen keyboard takes
 * its part of the page away, and Safari on phones then pushes the page up under its own edge.
 */
import { type RefObject, useLayoutEffect } from 'react'

export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const seen = window.visualViewport
    if (!seen) return
    const tell = () => {
      // A page that is zoomed in by hand keeps its layout.
      if (seen.scale !== 1) return
      element.current?.style.setProperty('--visible', `${Math.round(seen.height)}px`)
      element.current?.style.setProperty('--visible-top', `${Math.round(seen.offsetTop)}px`)
    }
    tell()
    const listening = new AbortController()
    for (const event of ['resize', 'scroll']) seen.addEventListener(event, tell, listening)
    return () => listening.abort()
  }, [element])
}
