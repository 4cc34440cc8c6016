/** Changes of a document's records. Each undo step stores such a set of changes. */

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
export function merged(a: Changes, b: Changes): Changes {
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
export function amendedChanges(changes: Changes, by: Changes): Changes {
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
 * The parts of a document whose fields belong together. An amendment replaces such a part as a whole, because a box that
 * equals the box of another matte by chance must not change.
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
