import { useEffect, useState } from 'react'

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'dragenter'] as const

/** Hook that returns true once the user has moved the pointer, pressed anything or dragged a file over the page. */
export function useFirstTouch(): boolean {
  const [isTouched, setTouched] = useState(false)
  useEffect(() => {
    if (isTouched) return
    const ends = new AbortController()
    for (const touch of TOUCHES)
      addEventListener(touch, () => setTouched(true), { capture: true, passive: true, signal: ends.signal })
    return () => ends.abort()
  }, [isTouched])
  return isTouched
}
