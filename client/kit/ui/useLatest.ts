import { type RefObject, useLayoutEffect, useRef } from 'react'

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
