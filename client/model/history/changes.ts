/** Changes to a document's records, and the undo and redo stacks. Each step stores a set of changes. */

import { isEqual } from '#client/kit/values/identity.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Document, DocumentSnapshot } from '../document/document.ts'
import { assignInPlace, type JsonRecord, orderKeys, withAmendment } from './records.ts'

/** A record before and after a change. Undefined if the record doesn't exist. */
export interface Change {
  before: unknown
  after: unknown
}

/**
 * Changes by the key of the changed record. A key is either a key of the document, or `layer:` followed by a layer's
 * id. The record `layers` is the list of layer ids, sorted by the layers' creation.
 */
export type Changes = ReadonlyMap<string, Change>

/** The prefix before the layer's id in a layer's key. */
const LAYER = 'layer:'
const ADDED = 'layers'

/**
 * Returns the changes of all records that differ. Records are the layers, their order of creation, and the other keys
 * of the document.
 */
export function diff(before: DocumentSnapshot, after: DocumentSnapshot): Changes {
  const changes = new Map<string, Change>()
  const note = (key: string, b: unknown, a: unknown) => {
    if (!isEqual(b, a)) changes.set(key, { before: b, after: a })
  }
  const { layers: layersBefore, ...restBefore } = before
  const { layers: layersAfter, ...restAfter } = after
  for (const key of Object.keys({ ...restBefore, ...restAfter }))
    note(key, (restBefore as JsonRecord)[key], (restAfter as JsonRecord)[key])
  for (const id of new Set([...Object.keys(layersBefore), ...Object.keys(layersAfter)]))
    note(LAYER + id, layersBefore[id as LayerId], layersAfter[id as LayerId])
  note(ADDED, Object.keys(layersBefore), Object.keys(layersAfter))
  return changes
}

/** Returns the combined changes of `a` and then `b`: the values before `a` and after `b`. Empty if `b` reverts `a`. */
function merged(a: Changes, b: Changes): Changes {
  const changes = new Map(a)
  for (const [key, { before, after }] of b) {
    // tests `earlier` and not `earlier.before`, because a record may have been undefined or null
    const earlier = a.get(key)
    const first = earlier ? earlier.before : before
    if (isEqual(first, after)) changes.delete(key)
    else changes.set(key, { before: first, after })
  }
  return changes
}

/** Returns `changes` with the amendment applied to all values, so that undo and redo also restore amended values. */
function amendedChanges(changes: Changes, by: Changes): Changes {
  return new Map(
    [...changes].map(([key, { before, after }]) => {
      const amendment = by.get(key)
      return [
        key,
        amendment
          ? { before: amendedValue(key, before, amendment), after: amendedValue(key, after, amendment) }
          : { before, after },
      ]
    }),
  )
}

/**
 * Returns the document with the amended values and with added layers. A value doesn't change if it differs from the
 * amendment's value before.
 */
export function amendedDocument(doc: DocumentSnapshot, by: Changes): DocumentSnapshot {
  const { layers, ...rest } = doc
  const amended = (key: string, value: unknown) => {
    const amendment = by.get(key)
    return amendment ? amendedValue(key, value, amendment) : value
  }
  const ids = amended(ADDED, Object.keys(layers)) as LayerId[]
  const entries = ids.map((id) => [id, amended(LAYER + id, layers[id])])
  const others = Object.entries(rest).map(([key, value]) => [key, amended(key, value)])
  return { ...Object.fromEntries(others), layers: Object.fromEntries(entries) } as DocumentSnapshot
}

/**
 * The parts of a document whose fields belong together. An amendment replaces these parts as a whole, because a box
 * that equals the box of another matte by chance must not change.
 */
const INDIVISIBLE: readonly string[] = ['photo', 'separation', 'backdrop', 'crop'] satisfies (keyof Document)[]

function amendedValue(key: string, value: unknown, amendment: Change): unknown {
  if (key === ADDED || key === 'order')
    return amendedIds(value as readonly string[], amendment as { before: readonly string[]; after: readonly string[] })
  if (INDIVISIBLE.includes(key)) return isEqual(value, amendment.before) ? amendment.after : value
  return withAmendment(value, amendment)
}

/**
 * Returns `ids` without the ids that the amendment removes and with the ids that it adds. An added id is inserted after
 * its nearest predecessor in the amendment.
 */
function amendedIds(
  ids: readonly string[],
  { before, after }: { before: readonly string[]; after: readonly string[] },
): readonly string[] {
  if (isEqual(ids, before)) return after
  const amended = ids.filter((id) => after.includes(id) || !before.includes(id))
  after.forEach((id, i) => {
    if (before.includes(id) || amended.includes(id)) return
    const previous = after.slice(0, i).findLast((each) => amended.includes(each))
    amended.splice(previous === undefined ? 0 : amended.indexOf(previous) + 1, 0, id)
  })
  return amended
}

/** Returns the changes that undo `changes`, with the values before and after swapped. */
export const invert = (changes: Changes): Changes =>
  new Map([...changes].map(([key, change]) => [key, { before: change.after, after: change.before }] as const))

/** Returns the document with the values after the changes. Doesn't modify `doc`. */
function withChanges(doc: DocumentSnapshot, changes: Changes): DocumentSnapshot {
  const parts: JsonRecord = { ...doc }
  const layers: JsonRecord = { ...doc.layers }
  for (const [key, { after }] of changes) {
    const [owner, name] = key.startsWith(LAYER) ? [layers, key.slice(LAYER.length)] : [parts, key]
    if (after === undefined) delete owner[name]
    else if (key !== ADDED) owner[name] = after
  }
  const added = changes.get(ADDED)?.after
  if (added) orderKeys(layers, added as readonly string[])
  return { ...parts, layers } as unknown as DocumentSnapshot
}

/**
 * Writes the values after the changes into the document's existing proxies, because panels hold references to these
 * proxies.
 */
export function write(doc: Document, changes: Changes): void {
  for (const [key, { after }] of changes) {
    if (key.startsWith(LAYER)) assignInPlace(doc.layers, key.slice(LAYER.length), after)
    else if (key !== ADDED) assignInPlace(doc, key, after)
  }
  const added = changes.get(ADDED)?.after
  // the order is restored, because the numbers in layer names depend on it
  if (added) orderKeys(doc.layers, added as readonly string[])
}

interface Step {
  /** Number of the step. Later steps have larger numbers. */
  id: number
  /** Label for menus, such as 'Move layer'. */
  label: string
  /** Successive steps with the same merge key within MERGE_WINDOW_MS are merged. Null = never merged. */
  merge: string | null
  /** Time of the step, ms. */
  at: number
  changes: Changes
}

/** Steps with the same merge key are merged within this time, ms. Example: repeated arrow keys. */
const MERGE_WINDOW_MS = 500

/** The undo stack and the redo stack. Undo and redo move a step from one stack to the other. */
export class StepStacks {
  private readonly limit: number
  private undos: Step[] = []
  private redos: Step[] = []
  private lastId = 0

  /** `limit`: maximum number of undo steps. If there are more, the oldest are dropped. */
  constructor(limit: number) {
    this.limit = limit
  }

  /** Labels of the steps that would be undone and redone. Null if there is no such step. */
  get labels(): { undo: string | null; redo: string | null } {
    return { undo: this.undos.at(-1)?.label ?? null, redo: this.redos.at(-1)?.label ?? null }
  }

  /** The number of the step that would be undone. 0 if there is none. */
  get mark(): number {
    return this.undos.at(-1)?.id ?? 0
  }

  /**
   * Adds a new step and clears the redo stack. Merges the step into the last step if their keys and times allow it. The
   * merged step has the last step's number.
   */
  push(added: Omit<Step, 'id'>): void {
    const step = { ...added, id: ++this.lastId }
    const last = this.joined(step)
    if (last) {
      this.undos.pop()
      const changes = merged(last.changes, step.changes)
      if (changes.size > 0) this.undos.push({ ...step, id: last.id, changes })
    } else this.undos.push(step)
    if (this.undos.length > this.limit) this.undos.shift()
    this.redos = []
  }

  /** See `History.startOf`. `doc`: the document after the last undo step. */
  startOf(doc: DocumentSnapshot, step: Pick<Step, 'merge' | 'at'>): DocumentSnapshot {
    const last = this.joined(step)
    return last ? withChanges(doc, invert(last.changes)) : doc
  }

  /** Returns the last step if a new step would be merged into it. */
  private joined({ merge, at }: Pick<Step, 'merge' | 'at'>): Step | null {
    const last = this.undos.at(-1)
    const joins = last && merge !== null && last.merge === merge && this.redos.length === 0
    return joins && at - last.at < MERGE_WINDOW_MS ? last : null
  }

  /** See `History.mergeBack`. */
  mergeBack(key: string, mark: number): void {
    let step = this.undos.pop()
    while (step) {
      const last = this.undos.at(-1)
      if (!last || last.id <= mark || last.changes.size > 1 || !last.changes.has(key)) break
      this.undos.pop()
      step = { ...step, changes: merged(last.changes, step.changes) }
    }
    if (step && step.changes.size > 0) this.undos.push(step)
  }

  /** Moves the last step to the redo stack and returns it. Undefined if there is no step to undo. */
  undo(): Step | undefined {
    const step = this.undos.pop()
    if (step) this.redos.push(step)
    return step
  }

  /** Moves the last undone step back to the undo stack and returns it. Undefined if there is no step to redo. */
  redo(): Step | undefined {
    const step = this.redos.pop()
    if (step) this.undos.push(step)
    return step
  }

  /** Drops all undo steps except the `count` newest ones. */
  keepNewest(count: number): void {
    this.undos = this.undos.slice(-count)
  }

  clear(): void {
    this.undos = []
    this.redos = []
  }

  /** Applies the amendment to all undo and redo steps, so that they don't restore the values before the amendment. */
  amend(amendment: Changes): void {
    const amended = (step: Step) => ({ ...step, changes: amendedChanges(step.changes, amendment) })
    this.undos = this.undos.map(amended)
    this.redos = this.redos.map(amended)
  }

  /** See `History.amendEach`. `doc`: the document after the last undo step and before the next redo step. */
  amendEach(doc: DocumentSnapshot, amend: (doc: DocumentSnapshot) => DocumentSnapshot): void {
    const amended = (steps: readonly Step[], reverse: (changes: Changes) => Changes) => {
      let [state, now] = [doc, amend(doc)]
      return steps
        .toReversed()
        .map((step) => {
          state = withChanges(state, reverse(step.changes))
          const next = amend(state)
          const changes = reverse(diff(now, next))
          now = next
          return { ...step, changes }
        })
        .toReversed()
    }
    this.undos = amended(this.undos, invert)
    this.redos = amended(this.redos, (changes) => changes)
  }

  /** Yields the records that redo and the newest undo step can restore, then those of each older undo step. */
  *records(): Iterable<unknown[]> {
    const [newest, ...older] = this.undos.toReversed()
    yield recordsOf(newest ? [...this.redos, newest] : this.redos)
    for (const step of older) yield recordsOf([step])
  }
}

const recordsOf = (steps: readonly Step[]): unknown[] =>
  steps.flatMap(({ changes }) => [...changes.values()].flatMap(({ before, after }) => [before, after]))
