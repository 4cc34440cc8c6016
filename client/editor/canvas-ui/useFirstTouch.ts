import { useEffect, useState } from 'react'

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'dragenter'] as const

/**
 * Hook that returns true once the user has moved the pointer, pressed a key or button, or dragged something over the
 * page since the component was mounted.
 */
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
