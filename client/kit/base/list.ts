/**
 * Lists of records that a tool fills (the points of a stroke) are immutable values: frozen, shared by the document and all
 * of its snapshots, and replaced as a whole when they grow. A document with a hundred strokes then needs a few valtio
 * proxies per stroke. One proxy per point would be compared in every frame.
 */
import { ref } from 'valtio/vanilla'

export type List<T> = readonly Readonly<T>[]

/** Freezes the array and its items. The caller must not write to them afterwards. */
export function listOf<T extends object>(items: readonly T[]): List<T> {
  for (const item of items) Object.freeze(item)
  return ref(Object.freeze(items))
}
