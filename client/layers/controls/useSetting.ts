import { useRef } from 'react'
import type { ValueEvents } from '../../kit/ui/controls/values.ts'

/**
 * Event handlers for a value outside the document, such as the brush size: written at once, without undo steps. A
 * cancelled drag restores the value from before it.
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
