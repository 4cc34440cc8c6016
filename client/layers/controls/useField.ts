import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { subscribe } from 'valtio/vanilla'
import { createLatestTask, untilFree, whenIdle } from '#client/kit/async/scheduling.ts'
import type { ValueEvents } from '#client/kit/ui/controls/values.ts'
import type { Gesture } from '#client/model/history/history.ts'
import { useSession } from '#client/model/session/session.ts'

/** A field that a control edits. `path`: path of the record, part of the merge key of undo steps. */
export interface FieldPath<N extends string, V> {
  path: string
  /** The record's valtio proxy. It is written only within an undo step. */
  record: { [name in N]: V }
  name: N
  /** Writes a new value. Called within an undo step. If absent, the value is assigned to the field. */
  write?(value: V): void
}

/**
 * Hook that returns event handlers that add undo steps. A drag is one step, and a canceled drag adds none. Other
 * changes with the same `merge` key within half a second form one step. If Undo or another edit interrupts a drag, its
 * later events are ignored.
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

/** Hook that returns the event handlers of `useHistoryEvents` for one field of a record. */
export const useFieldEvents = <N extends string, V>(
  label: string,
  { path, record, name, write }: FieldPath<N, V>,
): ValueEvents<V> =>
  useHistoryEvents<V>(label, `${path}.${name}`, (value) => {
    if (write) write(value)
    else record[name] = value
  })

/**
 * Hook that returns the current value of a field. If `sync` is true, the component rerenders synchronously, which text
 * inputs need to preserve the caret.
 */
export function useFieldValue<N extends string, V>({ record, name }: FieldPath<N, V>, sync = false): V {
  return useSnapshot(record as Record<string, V>, { sync })[name] as V // safe cast: `record` contains the field `name`
}

/**
 * Hook that calls `update` on mount and after each change to the undo steps, in an idle period without a gesture. A
 * newer call aborts `signal`, and `update` must not write anything after the abort. `whenFree` waits for the next idle
 * period without a gesture. `update` must keep its identity between renders, because the hook starts over if it
 * changes.
 */
export function useWhenFree(
  update: (signal: AbortSignal, whenFree: () => Promise<void>) => void | Promise<void>,
): void {
  const { history } = useSession()
  useEffect(() => {
    const latest = createLatestTask()
    const task = async (signal: AbortSignal) => {
      const whenFree = () =>
        untilFree(
          (run) => void whenIdle(run, 'soon'),
          () => history.isOpen,
          signal,
        )
      await whenFree()
      if (!signal.aborted) await update(signal, whenFree)
    }
    const start = () => void latest.run(task).catch(console.debug)
    start()
    const unsubscribe = subscribe(history.state, start)
    return () => {
      unsubscribe()
      latest.cancel()
    }
  }, [history, update])
}
