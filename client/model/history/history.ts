/**
 * History (undo and redo). Every change of the document goes through it. A step stores the snapshots before and after
 * of each changed record. Snapshots of unchanged records are the same object (valtio shares structure), so a diff is
 * cheap.
 */
import { proxy, snapshot } from 'valtio/vanilla'
import type { LayerId } from '../../kit/base/ids.ts'
import type { Document, DocumentSnapshot } from '../document/document.ts'
import { assignInPlace, isEqual, type JsonRecord, withAmendment } from './records.ts'

interface Change {
  before: unknown
  after: unknown
}
interface Step {
  label: string
  merge: string | null
  at: number
  changes: ReadonlyMap<string, Change>
}

export interface Gesture {
  /** False once the gesture has ended, for whatever reason; do not write to the document afterwards. */
  readonly isOpen: boolean
  commit(): void
  cancel(): void
}

export interface History {
  /** Labels of the steps that undo and redo would take; a valtio proxy for buttons and menus. */
  readonly state: { undo: string | null; redo: string | null; version: number }
  /**
   * Runs `edit` as one undo step and returns its value. Commits an open gesture first. Steps with the same `merge` key
   * within half a second become one.
   * @throws what `edit` throws, after the document was restored.
   */
  transact<T>(label: string, edit: () => T, merge?: string): T
  /** Opens a gesture: all writes until its `commit` become one undo step. Commits a gesture that is open. */
  begin(label: string): Gesture
  /** True while a gesture is open: painters may then draw a draft. */
  readonly isOpen: boolean
  /** Undoes the last step, or cancels the open gesture if it has changed something. */
  undo(): void
  redo(): void
  /** Runs `edit` and clears undo and redo: a new document was opened. */
  restart(edit: () => void): void
  /**
   * Applies `edit` to the document and to all undo and redo steps, without a step: for results that arrive later, such
   * as the better matte. Values that a step has changed differently stay as they are.
   */
  amend(edit: () => void): void
  /** Every record that undo or redo can restore, so that the asset store keeps their pixels. */
  reachable(): Iterable<unknown>
}

export interface HistoryOptions {
  /** Maximum number of undo steps; 500 by default. */
  limit?: number
  now?: () => number
  /** Throw when the document was changed outside history (development and tests). */
  isStrict?: boolean
}

/** Steps with the same merge key within this time become one step: arrow keys on one control. */
const MERGE_WINDOW_MS = 500

/** Creates the history of a document (a valtio proxy). */
export function createHistory(doc: Document, options: HistoryOptions = {}): History {
  const { limit = 500, now = Date.now, isStrict = false } = options
  const state = proxy({ undo: null as string | null, redo: null as string | null, version: 0 })
  const read = () => snapshot(doc) as DocumentSnapshot
  const undos: Step[] = []
  const redos: Step[] = []
  let open: { label: string; before: DocumentSnapshot } | null = null
  let expectedSnapshot = read()

  /** Publishes labels and version, and takes the baseline for `checkForOutsideWrites`. */
  function updateState() {
    expectedSnapshot = read()
    state.undo = undos.at(-1)?.label ?? null
    state.redo = redos.at(-1)?.label ?? null
    state.version += 1
  }

  function checkForOutsideWrites() {
    if (isStrict && !open && read() !== expectedSnapshot) throw new Error('the document was written outside history')
  }

  function push(label: string, before: DocumentSnapshot, merge: string | null) {
    const changes = diff(before, read())
    if (changes.size > 0) {
      const last = undos.at(-1)
      const step: Step = { label, merge, at: now(), changes }
      const joins = last && merge !== null && last.merge === merge && redos.length === 0
      if (joins && step.at - last.at < MERGE_WINDOW_MS) undos.splice(-1, 1, ...mergeSteps(last, step))
      else undos.push(step)
      if (undos.length > limit) undos.shift()
      redos.length = 0
    }
    updateState()
  }

  function endGesture(keep: boolean) {
    if (!open) return
    const { label, before } = open
    open = null
    if (keep) push(label, before, null)
    else {
      write(doc, diff(read(), before))
      updateState()
    }
  }

  function step(from: Step[], to: Step[], invertIt: boolean) {
    checkForOutsideWrites()
    const taken = from.pop()
    if (!taken) return
    write(doc, invertIt ? invert(taken.changes) : taken.changes)
    to.push(taken)
    updateState()
  }

  return {
    state,
    transact(label, edit, merge) {
      endGesture(true)
      checkForOutsideWrites()
      const before = read()
      try {
        const value = edit()
        push(label, before, merge ?? null)
        return value
      } catch (error) {
        write(doc, diff(read(), before))
        updateState()
        throw error
      }
    },
    begin(label) {
      endGesture(true)
      checkForOutsideWrites()
      const mine = { label, before: read() }
      open = mine
      return {
        get isOpen() {
          return open === mine
        },
        commit: () => {
          if (open === mine) endGesture(true)
        },
        cancel: () => {
          if (open === mine) endGesture(false)
        },
      }
    },
    get isOpen() {
      return open !== null
    },
    undo() {
      if (open && diff(open.before, read()).size > 0) return endGesture(false)
      endGesture(true)
      step(undos, redos, true)
    },
    redo() {
      endGesture(true)
      step(redos, undos, false)
    },
    restart(edit) {
      open = null
      undos.length = 0
      redos.length = 0
      edit()
      updateState()
    },
    amend(edit) {
      checkForOutsideWrites()
      const before = read()
      edit()
      const changes = diff(before, read())
      for (const steps of [undos, redos])
        for (const [i, step] of steps.entries()) steps[i] = { ...step, changes: amendedChanges(step.changes, changes) }
      if (open) open.before = amendedDocument(open.before, changes)
      expectedSnapshot = read()
    },
    *reachable() {
      if (open) yield open.before
      for (const { changes } of [...undos, ...redos])
        for (const change of changes.values()) {
          yield change.before
          yield change.after
        }
    },
  }
}

const LAYER = 'layer:'

/** Returns the records that differ. Each layer is a record, and so is every other key of the document. */
function diff(before: DocumentSnapshot, after: DocumentSnapshot): Map<string, Change> {
  const changes = new Map<string, Change>()
  const note = (key: string, b: unknown, a: unknown) => {
    if (!isEqual(b, a)) changes.set(key, { before: b, after: a })
  }
  const { layers: layersBefore, ...restBefore } = before
  const { layers: layersAfter, ...restAfter } = after
  for (const key of Object.keys(restBefore)) note(key, (restBefore as JsonRecord)[key], (restAfter as JsonRecord)[key])
  for (const id of new Set([...Object.keys(layersBefore), ...Object.keys(layersAfter)]))
    note(LAYER + id, layersBefore[id as LayerId], layersAfter[id as LayerId])
  return changes
}

/** Returns one step with the first `before` and the last `after`; no step if the second step reverts the first. */
function mergeSteps(a: Step, b: Step): [] | [Step] {
  const changes = new Map(a.changes)
  for (const [key, { before, after }] of b.changes) {
    const first = a.changes.get(key)?.before ?? before
    if (isEqual(first, after)) changes.delete(key)
    else changes.set(key, { before: first, after })
  }
  return changes.size > 0 ? [{ ...b, changes }] : []
}

function amendedChanges(changes: Step['changes'], by: ReadonlyMap<string, Change>): Step['changes'] {
  return new Map(
    [...changes].map(([key, { before, after }]) => {
      const amendment = by.get(key)
      return [
        key,
        amendment
          ? { before: withAmendment(before, amendment), after: withAmendment(after, amendment) }
          : { before, after },
      ]
    }),
  )
}

function amendedDocument(doc: DocumentSnapshot, by: ReadonlyMap<string, Change>): DocumentSnapshot {
  const layers = Object.entries(doc.layers).map(([id, layer]) => [id, amendedBy(by.get(LAYER + id), layer)])
  const rest = Object.entries(doc).map(([key, value]) => [key, amendedBy(by.get(key), value)])
  return { ...Object.fromEntries(rest), layers: Object.fromEntries(layers) } as DocumentSnapshot
}

const amendedBy = (amendment: Change | undefined, value: unknown) =>
  amendment ? withAmendment(value, amendment) : value

const invert = (changes: ReadonlyMap<string, Change>) =>
  new Map([...changes].map(([key, change]) => [key, { before: change.after, after: change.before }] as const))

/** Writes the `after` values into the document's proxies in place, so that proxies in panels stay valid. */
function write(doc: Document, changes: ReadonlyMap<string, Change>) {
  for (const [key, { after }] of changes) {
    if (key.startsWith(LAYER)) assignInPlace(doc.layers, key.slice(LAYER.length), after)
    else assignInPlace(doc, key, after)
  }
}
