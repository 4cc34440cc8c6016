import { useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { ValueEvents } from '../../kit/ui/controls/values.ts'
import type { Gesture } from '../../model/history/history.ts'
import { useSession } from '../../model/session/session.ts'

/**
 * A field of a record that a control edits. `path` identifies the record and is part of the merge key of undo steps.
 */
export interface FieldPath<N extends string, V> {
  path: string
  /** The proxy; written only inside an undo step. */
  record: { [name in N]: V }
  name: N
}

/**
 * Event handlers of a control that write undo steps. A drag is one step, none if it is cancelled. Other changes with the
 * same `merge` key within half a second become one step. If an undo or another edit ends the drag, the rest of the drag is
 * ignored.
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

/** `useHistoryEvents` for one field of a record. */
export const useFieldEvents = <N extends string, V>(
  label: string,
  { path, record, name }: FieldPath<N, V>,
): ValueEvents<V> =>
  useHistoryEvents<V>(label, `${path}.${name}`, (value) => {
    record[name] = value
  })

/**
 * Hook that returns the present value of a field and renders again when it changes. With `sync` rendering is
 * synchronous, which text inputs need to keep the caret.
 */
export function useFieldValue<N extends string, V>({ record, name }: FieldPath<N, V>, sync = false): V {
  return useSnapshot(record as Record<string, V>, { sync })[name] as V // the record holds `name` by its own type
}
