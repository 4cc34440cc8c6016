import { useRef } from 'react'
import type { ValueEvents } from '../../kit/ui/controls/values.ts'

/**
 * What a control reports of a value that is no part of the document, as a brush's size: written as it goes, and no
 * step of history. A drag that is cancelled gives back what stood before it.
 */
export function useSetting<V>(value: V, write: (value: V) => void): ValueEvents<V> {
  const before = useRef(value)
  return {
    onStart() {
      before.current = value
    },
    onChange: write,
    onCommit() {},
    onCancel: () => write(before.current),
    onSet: write,
  }
}
