import { type RefObject, useLayoutEffect } from 'react'

/**
 * Hook that keeps the CSS variables `--visible` and `--visible-top` at the height and the top of the visual viewport.
 * An on-screen keyboard covers a part of the page, and Safari on phones then moves the page upwards.
 */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const seen = window.visualViewport
    if (!seen) return
    const tell = () => {
      // A page that the user has zoomed keeps its layout.
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
