import { type RefObject, useEffect, useState } from 'react'

/** Hook that returns true once the element has been visible in the viewport. */
export function useInView(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      setSeen(true)
      watcher.disconnect()
    })
    watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [element])
  return isSeen
}
