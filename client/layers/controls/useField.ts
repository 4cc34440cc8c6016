import { useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { ValueEvents } from '../../kit/ui/controls/values.ts'
import type { Gesture } from '../../model/history/history.ts'
import { useSession } from '../../model/session/SessionContext.tsx'

/** Which value of which record a control shows. `path` names the record, so that keys pressed on one control merge. */
export interface FieldPath<N extends string, V> {
  path: string
  /** The living record; written only inside a step. */
  record: { [name in N]: V }
  name: N
}

/**
 * What a control reports, as steps of history: a drag is one step and leaves none when it is cancelled; everything
 * else merges with its like (`merge`) for half a second. What ends a drag from outside, an undo or another edit, ends
 * it for good: the pointer may go on, the value does not.
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

export const useFieldEvents = <N extends string, V>(
  label: string,
  { path, record, name }: FieldPath<N, V>,
): ValueEvents<V> =>
  useHistoryEvents<V>(label, `${path}.${name}`, (value) => {
    record[name] = value
  })

/** `sync` where a caret would jump if the value came a render after the keystroke. */
export function useFieldValue<N extends string, V>({ record, name }: FieldPath<N, V>, sync = false): V {
  return useSnapshot(record as Record<string, V>, { sync })[name] as V // the record holds `name` by its own type
}
