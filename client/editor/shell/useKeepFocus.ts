import { type RefObject, useEffect } from 'react'

/**
 * Hook that focuses the canvas when the focused element is removed from the page, such as the button of a deleted
 * layer.
 */
export function useKeepFocus(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = screen.current
    if (!element) return
    let last: Element | null = null
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null
    }
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected) return
      last = null
      if (document.activeElement !== document.body) return
      element.querySelector<HTMLElement>('[role=application]')?.focus({ preventScroll: true })
    })
    element.addEventListener('focusin', remember)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      element.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [screen])
}
