import { useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { ValueEvents } from '#client/kit/ui/controls/values.ts'
import type { Gesture } from '#client/model/history/history.ts'
import { useSession } from '#client/model/session/session.ts'

/** A field of a record that a control edits. `path` is part of the merge key of undo steps. */
export interface FieldPath<N extends string, V> {
  path: string
  /** valtio proxy, written only within an undo step */
  record: { [name in N]: V }
  name: N
  /** Writes a new value within an undo step. If absent, the value is assigned to the field. */
  write?(value: V): void
}

/**
 * Hook that returns event handlers which write undo steps. A drag is one step, or no step if canceled. Other changes
 * with the same `merge` key within half a second become one step. If an undo or another edit ends the drag, later
 * events of the drag are ignored.
 */
export function useHistoryEvents<V>(label: string, merge: string, write: (value: V) => void): ValueEvents<V> {
  const { history } = useSession()
  const gesture = useRef<Gesture | null>(null)
  return {
    onStart() {
      gesture.current = history.begin(label)
    },
    onChange(value) {
      if (gesture.current?.isOpen) write(value)
    },
    onCommit() {
      gesture.current?.commit()
      gesture.current = null
    },
    onCancel() {
      gesture.current?.cancel()
      gesture.current = null
    },
    onSet: (value) => history.transact(label, () => write(value), merge),
  }
}

/** Returns `useHistoryEvents` for one field of a record. */
export const useFieldEvents = <N extends string, V>(
  label: string,
  { path, record, name, write }: FieldPath<N, V>,
): ValueEvents<V> =>
  useHistoryEvents<V>(label, `${path}.${name}`, (value) => {
    if (write) write(value)
    else record[name] = value
  })

/**
 * Hook that returns the current value of a field. With `sync`, the component renders synchronously, so that text inputs
 * keep the caret.
 */
export function useFieldValue<N extends string, V>({ record, name }: FieldPath<N, V>, sync = false): V {
  return useSnapshot(record as Record<string, V>, { sync })[name] as V // safe cast: `record` contains the field `name`
}
