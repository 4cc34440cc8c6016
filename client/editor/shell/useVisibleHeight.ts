import { type RefObject, useEffect } from 'react'

/**
 * Hook that keeps the CSS variables `--visible` and `--visible-top` at the height and the top of the visual viewport.
 * An on-screen keyboard covers a part of the page, and Safari on phones then moves the page upwards.
 */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport
    if (!seen) return
    let shown = { height: Math.round(window.innerHeight), top: 0 } // by the styles alone
    const tell = () => {
      // A page that the user has zoomed keeps its layout.
      if (seen.scale !== 1) return
      const [height, top] = [Math.round(seen.height), Math.round(seen.offsetTop)] // read before the first is written
      if (height === shown.height && top === shown.top) return
      shown = { height, top }
      element.current?.style.setProperty('--visible', `${height}px`)
      element.current?.style.setProperty('--visible-top', `${top}px`)
    }
    tell()
    const listening = new AbortController()
    for (const event of ['resize', 'scroll']) seen.addEventListener(event, tell, listening)
    return () => listening.abort()
  }, [element])
}
