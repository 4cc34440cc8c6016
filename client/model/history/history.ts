/**
 * History: the only door through which the document changes.
 * A step keeps, per touched record, its snapshot before and after. Untouched records share one snapshot object
 * (valtio shares structure), so a diff looks only at what was touched.
 */
import { proxy, snapshot } from 'valtio/vanilla'
import type { LayerId } from '../../kit/base/ids.ts'
import type { Document, DocumentSnapshot } from '../document/document.ts'
import { amended, type Bag, put, same } from './records.ts'

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
  /** False once it has ended, by whoever: what its owner writes from then on would belong to no step. */
  readonly isOpen: boolean
  commit(): void
  cancel(): void
}

export interface History {
  /** Labels of the steps that undo and redo would take; a valtio proxy for buttons and menus. */
  readonly state: { undo: string | null; redo: string | null; version: number }
  /**
   * Run `edit` as one step. If it throws, the document is put back and the error passes on. A gesture that is open is
   * committed first: whoever holds it writes straight into the document, and everything else is a step of its own.
   */
  transact<T>(label: string, edit: () => T, merge?: string): T
  /** Open a step that a drag will fill; writes until `commit` become one entry. */
  begin(label: string): Gesture
  /** True while a gesture is open: painters may then draw a draft. */
  readonly isOpen: boolean
  /** Take the last step back. A gesture that has changed something is the last thing done: it is cancelled. */
  undo(): void
  redo(): void
  /** Start again from the document as it stands (after `edit`): nothing before it can be undone. */
  restart(edit: () => void): void
  /**
   * What comes to be known better without the user's doing: `edit` holds for the past as well, and is no step. Values
   * that a step has changed since stay as they are.
   */
  amend(edit: () => void): void
  /** Every snapshot that undo or redo can still bring back, so that the asset store keeps their pixels. */
  reachable(): Iterable<unknown>
}

export interface HistoryOptions {
  /** Steps that can be taken back. */
  limit?: number
  now?: () => number
  /** Throw when the document was written by another door (development and tests). */
  isStrict?: boolean
}

/** Steps with the same merge key join within this time: arrow keys on one control. */
const MERGE_WINDOW_MS = 500

export function createHistory(doc: Document, options: HistoryOptions = {}): History {
  const { limit = 500, now = Date.now, isStrict = false } = options
  const state = proxy({ undo: null as string | null, redo: null as string | null, version: 0 })
  const read = () => snapshot(doc) as DocumentSnapshot
  const undos: Step[] = []
  const redos: Step[] = []
  let open: { label: string; before: DocumentSnapshot } | null = null
  let known = read()

  /** Where the document stands, and the baseline for the check on other doors. */
  function settle() {
    known = read()
    state.undo = undos.at(-1)?.label ?? null
    state.redo = redos.at(-1)?.label ?? null
    state.version += 1
  }

  function checkDoors() {
    if (isStrict && !open && read() !== known) throw new Error('the document was written outside history')
  }

  function push(label: string, before: DocumentSnapshot, merge: string | null) {
    const changes = diff(before, read())
    if (changes.size > 0) {
      const last = undos.at(-1)
      const step: Step = { label, merge, at: now(), changes }
      const joins = last && merge !== null && last.merge === merge && redos.length === 0
      if (joins && step.at - last.at < MERGE_WINDOW_MS) undos.splice(-1, 1, ...squash(last, step))
      else undos.push(step)
      if (undos.length > limit) undos.shift()
      redos.length = 0
    }
    settle()
  }

  function finish(keep: boolean) {
    if (!open) return
    const { label, before } = open
    open = null
    if (keep) push(label, before, null)
    else {
      write(doc, diff(read(), before))
      settle()
    }
  }

  function step(from: Step[], to: Step[], invertIt: boolean) {
    checkDoors()
    const taken = from.pop()
    if (!taken) return
    write(doc, invertIt ? invert(taken.changes) : taken.changes)
    to.push(taken)
    settle()
  }

  return {
    state,
    transact(label, edit, merge) {
      finish(true)
      checkDoors()
      const before = read()
      try {
        const value = edit()
        push(label, before, merge ?? null)
        return value
      } catch (error) {
        write(doc, diff(read(), before))
        settle()
        throw error
      }
    },
    begin(label) {
      finish(true)
      checkDoors()
      const mine = { label, before: read() }
      open = mine
      return {
        get isOpen() {
          return open === mine
        },
        commit: () => {
          if (open === mine) finish(true)
        },
        cancel: () => {
          if (open === mine) finish(false)
        },
      }
    },
    get isOpen() {
      return open !== null
    },
    undo() {
      if (open && diff(open.before, read()).size > 0) return finish(false)
      finish(true)
      step(undos, redos, true)
    },
    redo() {
      finish(true)
      step(redos, undos, false)
    },
    restart(edit) {
      open = null
      undos.length = 0
      redos.length = 0
      edit()
      settle()
    },
    amend(edit) {
      checkDoors()
      const before = read()
      edit()
      const changes = diff(before, read())
      for (const steps of [undos, redos])
        for (const [i, step] of steps.entries()) steps[i] = { ...step, changes: amendedChanges(step.changes, changes) }
      if (open) open.before = amendedDocument(open.before, changes)
      known = read()
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

/** Which records differ: each layer is a record, and so is every other key of the document. */
function diff(before: DocumentSnapshot, after: DocumentSnapshot): Map<string, Change> {
  const changes = new Map<string, Change>()
  const note = (key: string, b: unknown, a: unknown) => {
    if (!same(b, a)) changes.set(key, { before: b, after: a })
  }
  const { layers: layersBefore, ...restBefore } = before
  const { layers: layersAfter, ...restAfter } = after
  for (const key of Object.keys(restBefore)) note(key, (restBefore as Bag)[key], (restAfter as Bag)[key])
  for (const id of new Set([...Object.keys(layersBefore), ...Object.keys(layersAfter)]))
    note(LAYER + id, layersBefore[id as LayerId], layersAfter[id as LayerId])
  return changes
}

/** Keeps the first `before` and the last `after`; no step at all where the second has taken the first one back. */
function squash(a: Step, b: Step): [] | [Step] {
  const changes = new Map(a.changes)
  for (const [key, { before, after }] of b.changes) {
    const first = a.changes.get(key)?.before ?? before
    if (same(first, after)) changes.delete(key)
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
        amendment ? { before: amended(before, amendment), after: amended(after, amendment) } : { before, after },
      ]
    }),
  )
}

function amendedDocument(doc: DocumentSnapshot, by: ReadonlyMap<string, Change>): DocumentSnapshot {
  const layers = Object.entries(doc.layers).map(([id, layer]) => [id, amendedBy(by.get(LAYER + id), layer)])
  const rest = Object.entries(doc).map(([key, value]) => [key, amendedBy(by.get(key), value)])
  return { ...Object.fromEntries(rest), layers: Object.fromEntries(layers) } as DocumentSnapshot
}

const amendedBy = (amendment: Change | undefined, value: unknown) => (amendment ? amended(value, amendment) : value)

const invert = (changes: ReadonlyMap<string, Change>) =>
  new Map([...changes].map(([key, change]) => [key, { before: change.after, after: change.before }] as const))

/** Put the `after` values into the living proxy, in place, so that proxies held by panels stay alive. */
function write(doc: Document, changes: ReadonlyMap<string, Change>) {
  for (const [key, { after }] of changes) {
    if (key.startsWith(LAYER)) put(doc.layers, key.slice(LAYER.length), after)
    else put(doc, key, after)
  }
}
