import { type RefObject, useLayoutEffect, useRef } from 'react'

/** What the last render was given, for listeners that outlive the render that made them. */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const ref = useRef(value)
  useLayoutEffect(() => {
    ref.current = value
  })
  return ref
}
